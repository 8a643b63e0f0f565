import { Button } from './button.tsx'

/** Reports that a draft was restored, and removes it on request. */
export const RestoredNote = ({ clear, newer }: { clear: () => void; newer?: boolean }) => (
  <>
    已恢复上次没有提交的内容。
    {newer && '此后有人改过这里：您没有填写的各项是新的，填写过的以您的为准，保存之前请核对。'}
    <Button look="link" size="small" onClick={clear}>
      清空
    </Button>
  </>
)
