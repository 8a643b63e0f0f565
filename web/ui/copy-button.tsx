import './copy-button.css'
import { CopyOutlined } from '@ant-design/icons'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text with one click. `label` names the text for people who cannot see the button's surroundings. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const copy = () => void copyText(text, { done: `已复制${label}`, failed: '复制失败，请手动选择后复制' })
  if (children)
    return (
      <Button icon={<CopyOutlined />} onClick={copy}>
        {children}
      </Button>
    )
  // Some lists have one in every row, where antd's buttons would take most of the rendering time.
  return (
    <button type="button" className="copy-button" aria-label={`复制${label}`} onClick={copy}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />
      </svg>
    </button>
  )
}
