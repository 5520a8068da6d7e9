"""What our games have beyond what a game needs: each part is tested of the games whose card claims it."""
