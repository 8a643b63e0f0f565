import { type Refused, sentence } from '#web/data/answers.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { Button } from './button.tsx'

/** Says in a line why something could not be computed or loaded, and repeats it. */
export const RetryNote = ({ refused, reload }: Pick<RequestState, 'reload'> & { refused: Refused }) => (
  <>
    {sentence(refused)}
    <Button look="link" size="small" onClick={reload}>
      重试
    </Button>
  </>
)
