"""That every play ends: numbers that fall on every way, learnt from the steps of random plays."""
