import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { toast } from './toast.ts'

/** Copies a text with one click. `label` names the text for people who can't see what the button stands beside. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(`已复制${label}`),
      () => toast.error('复制失败，请手动选择后复制'),
    )
  return (
    <Button
      type={children ? 'default' : 'text'}
      size={children ? 'middle' : 'small'}
      icon={<CopyOutlined />}
      aria-label={children ? undefined : `复制${label}`}
      onClick={copy}
    >
      {children}
    </Button>
  )
}
