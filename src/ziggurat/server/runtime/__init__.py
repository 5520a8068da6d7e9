"""What server processes run on.

coordinator  leader election, the shared clock, and following what other processes write
services     what parts of the server use of the process they run in, as protocols
messages     messages between the processes of one service
machine      time and random numbers, as this machine gives them
clock        the time of day, and time that never goes back
periodic     background jobs
fair_queue   a queue that is fair between clients
ttl_cache    a cache with expiry; concurrent callers share one computation
pipes        messages to and from child processes
"""
