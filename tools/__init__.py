"""Programs for developers: benchmarks, soak, screenshots, generators. Only a checkout has them."""
