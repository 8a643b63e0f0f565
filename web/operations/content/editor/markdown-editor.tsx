import {
  BoldOutlined,
  CodeOutlined,
  FontSizeOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  TableOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Tooltip } from 'antd'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { longestText } from '#contract/content-names.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ImageDialog } from './image-dialog.tsx'
import { block, type Chosen, type Mark, marks } from './marks.ts'

const icons: Record<string, ReactNode> = {
  heading: <FontSizeOutlined />,
  bold: <BoldOutlined />,
  list: <UnorderedListOutlined />,
  ordered: <OrderedListOutlined />,
  link: <LinkOutlined />,
  table: <TableOutlined />,
  code: <CodeOutlined />,
}

interface MarkdownEditorProps {
  value: string
  onChange: (text: string) => void
  /** The text of the field's label. */
  label: string
  images?: boolean
  readOnly?: boolean
}

const pictureIn = (data: DataTransfer) => [...data.files].find(file => file.type.startsWith('image/'))

/** A Markdown editor: formatting by buttons and shortcuts, pictures by paste, drop or file choice. */
export function MarkdownEditor({ value, onChange, label, images, readOnly }: MarkdownEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const picture = useDialog<File | undefined>()
  const chosen = (): Chosen => ({
    text: area.current?.value ?? value,
    from: area.current?.selectionStart ?? value.length,
    to: area.current?.selectionEnd ?? value.length,
  })

  /** Changes the text as if it were typed, so that undo works. */
  function put({ text, from, to }: Chosen) {
    const element = area.current
    if (!element) return
    const before = element.value
    let start = 0
    while (start < before.length && before[start] === text[start]) start++
    let end = 0
    while (end < Math.min(before.length, text.length) - start && before.at(-1 - end) === text.at(-1 - end)) end++
    element.focus()
    element.setSelectionRange(start, before.length - end)
    const typed = text.slice(start, text.length - end)
    // Only execCommand preserves the browser's own undo; it notifies React through an input event.
    const isHandled = typed ? document.execCommand('insertText', false, typed) : document.execCommand('delete')
    if (!isHandled) onChange(text)
    element.setSelectionRange(from, to)
  }
  const press = (mark: Mark) => put(mark.apply(chosen()))

  function key(event: KeyboardEvent) {
    const mark = (event.ctrlKey || event.metaKey) && marks.find(({ shortcut }) => shortcut === event.key.toLowerCase())
    if (!mark) return
    event.preventDefault()
    press(mark)
  }
  function take(event: ClipboardEvent | DragEvent, data: DataTransfer) {
    const file = images && !readOnly ? pictureIn(data) : undefined
    if (!file) return
    event.preventDefault()
    picture.show(file)
  }

  return (
    <div className="markdown">
      {!readOnly && (
        <div className="markdown-tools" role="toolbar" aria-label="格式">
          {marks.map(mark => (
            <Tooltip
              key={mark.key}
              title={mark.shortcut ? `${mark.name}（Ctrl+${mark.shortcut.toUpperCase()}）` : mark.name}
            >
              <Button
                look="text"
                size="small"
                icon={icons[mark.key]}
                aria-label={mark.name}
                onClick={() => press(mark)}
              />
            </Tooltip>
          ))}
          {images && (
            <Tooltip title="图片（也可直接粘贴或拖入）">
              <Button
                look="text"
                size="small"
                icon={<PictureOutlined />}
                aria-label="图片"
                onClick={() => picture.show(undefined)}
              />
            </Tooltip>
          )}
          <span className="markdown-count quiet figures">
            {count(value.length)} / {count(longestText)} 字
          </span>
        </div>
      )}
      <textarea
        ref={area}
        aria-label={label}
        value={value}
        readOnly={readOnly}
        maxLength={longestText}
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={key}
        onPaste={event => take(event, event.clipboardData)}
        onDragOver={event => images && event.preventDefault()}
        onDrop={event => take(event, event.dataTransfer)}
      />
      {picture.key > 0 && (
        <ImageDialog
          key={picture.key}
          picture={picture.subject}
          {...picture.props}
          insert={markdown => put(block(chosen(), markdown))}
        />
      )}
    </div>
  )
}
