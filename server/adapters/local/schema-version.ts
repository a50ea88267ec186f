/**
 * Returns which schema steps are missing in a database where `done` steps have run.
 * @throws Error when a newer version of Fresco made the database
 */
export const missingSteps = (steps: readonly string[], done: number): readonly string[] => {
  if (done > steps.length)
    throw new Error(
      `a newer version of Fresco made it: its schema is version ${done}, and this version knows only ${steps.length}. Install the newer version again, or restore a backup`,
    )
  return steps.slice(done)
}
