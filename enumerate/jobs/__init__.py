"""Lanes as work: a store that nothing is lost from, threads here, and the machines of a Dask cluster."""
