// Services that were set up with the last release start Kitchen Pass from this place.
import '../cli/kitchen-pass.mjs'
