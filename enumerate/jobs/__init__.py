"""Residues as work: a store that survives crashes, threads of this process, and Dask clusters."""
