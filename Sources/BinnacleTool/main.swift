print("binnacle")
