import type { Database } from './open.ts'

/** So many beats, ten seconds each, without more than a few commits: the kitchen is quiet. */
const quietBeats = 6
const fewCommits = 5

/** Whether hardly anything has happened for a minute. `beat` belongs to every beat of the host. */
export function createQuietBeats(db: Pick<Database, 'commits'>) {
  let { commits } = db
  let quiet = 0
  return {
    beat(): void {
      quiet = db.commits - commits < fewCommits ? quiet + 1 : 0
      commits = db.commits
    },
    get isQuiet(): boolean {
      return quiet >= quietBeats
    },
    startAgain(): void {
      quiet = 0
    },
  }
}
