"""Which residues determine an answer, and how it is put together from them."""
