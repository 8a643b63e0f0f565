import { isSessionRefusal, sentence } from '#web/data/answers.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'

interface SearchOutcomeProps {
  found: RequestState
  /** Said when the search found nothing. */
  none: string
}

/** Takes the place of a select's options: its search still runs, has failed and can be repeated, or has found nothing. */
export function SearchOutcome({ found: { refused, loading, reload }, none }: SearchOutcomeProps) {
  if (loading) return '正在查找…'
  if (!refused || isSessionRefusal(refused)) return none
  return (
    <span role="alert">
      {sentence(refused)}
      <Button look="link" size="small" onClick={reload}>
        重试
      </Button>
    </span>
  )
}
