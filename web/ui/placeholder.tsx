import type { Refused } from '#web/data/answers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Failure } from './failure.tsx'

interface PlaceholderProps {
  refused: Refused | undefined
  retry: () => void
  rows?: number
}

/** Stands where data is going to be: a skeleton while it loads, the reason and a retry once it was refused. */
export const Placeholder = ({ refused, retry, rows = 3 }: PlaceholderProps) =>
  refused ? <Failure refused={refused} retry={retry} /> : <Skeleton rows={rows} />
