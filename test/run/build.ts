import { buildWhatIsStale } from '#web/build.ts'

// A program of its own, so that the run goes on beside it and its output goes to a log file.
process.exit(buildWhatIsStale() ? 0 : 1)
