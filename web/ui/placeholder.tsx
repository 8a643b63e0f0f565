import type { Refused } from '#web/data/answers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Failure } from './failure.tsx'

interface PlaceholderProps {
  refused: Refused | undefined
  retry: () => void
  rows?: number
}

/** Replaces data that is not available: a skeleton while it loads, the reason and a retry if it was refused. */
export const Placeholder = ({ refused, retry, rows = 3 }: PlaceholderProps) =>
  refused ? <Failure refused={refused} retry={retry} /> : <Skeleton rows={rows} />
