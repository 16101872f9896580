import { buildWhatIsStale } from '#cli/build.ts'

// A separate program: it doesn't block the runner, and its output goes to a log file.
process.exit(buildWhatIsStale() ? 0 : 1)
