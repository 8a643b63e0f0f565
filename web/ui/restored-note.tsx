import { Button } from './button.tsx'

/** Says that what was typed before has come back, and takes it away on request. */
export const RestoredNote = ({ clear }: { clear: () => void }) => (
  <>
    已恢复上次没有提交的内容。
    <Button look="link" size="small" onClick={clear}>
      清空
    </Button>
  </>
)
