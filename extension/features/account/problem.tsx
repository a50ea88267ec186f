import type { AccountProblem } from './account-error.ts'

/** What went wrong, unless it is about one field: then it is said there. */
export const Problem = ({ problem }: { problem: AccountProblem | undefined }) => (
  <p class="report" role="alert" data-tone="bad">
    {problem && !problem.field && problem.text}
  </p>
)
