import { type Refused, sentence } from '#web/data/answers.ts'
import { Button } from './button.tsx'

/** Says in a line why something could not be computed or loaded, and repeats it. */
export const RetryNote = ({ refused, again }: { refused: Refused; again: () => void }) => (
  <>
    {sentence(refused)}
    <Button look="link" size="small" onClick={again}>
      重试
    </Button>
  </>
)
