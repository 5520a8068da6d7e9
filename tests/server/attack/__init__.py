"""Attacks on a server that strangers can reach, and machines that fail under it; each was found by trying it."""
