"""Programs for developers: benchmarks, soak, generators. Only a checkout has them."""
