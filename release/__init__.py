"""What a release is made with: `python -m release.versions`, `.third_party` and `.sbom`. Nothing of it is shipped."""
