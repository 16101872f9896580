import { buildWhatIsStale } from '#cli/build.ts'

/** Tests of processes start what is built. */
export default function setup(): void {
  if (!buildWhatIsStale()) throw new Error('The build failed.')
}
