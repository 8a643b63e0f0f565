/** A text and its selection. */
export interface Chosen {
  text: string
  from: number
  to: number
}

const around = (before: string, after: string, sample: string) => (input: Chosen) => {
  const { text, from, to } = input
  // Applying the mark again removes it.
  const isOn = text.slice(0, from).endsWith(before) && text.slice(to).startsWith(after)
  if (isOn) return replaced({ text, from: from - before.length, to: to + after.length }, text.slice(from, to))
  const inner = text.slice(from, to) || sample
  return chosenAt(replaced(input, before + inner + after), from + before.length, inner.length)
}

/** Marks the start of each selected line. */
const lines = (mark: (index: number) => string, marker: RegExp) => (input: Chosen) => {
  const from = input.text.lastIndexOf('\n', input.from - 1) + 1
  const end = input.text.indexOf('\n', input.to)
  const to = end < 0 ? input.text.length : end
  const chosen = input.text.slice(from, to).split('\n')
  const isOn = chosen.every(line => marker.test(line))
  const marked = chosen.map((line, index) => (isOn ? line.replace(marker, '') : mark(index) + line)).join('\n')
  return chosenAt(replaced({ ...input, from, to }, marked), from, marked.length)
}

const chosenAt = (input: Chosen, from: number, length: number): Chosen => ({ ...input, from, to: from + length })

/** Replaces the selection by `by` and selects the new text. */
export const replaced = ({ text, from, to }: Chosen, by: string): Chosen => ({
  text: text.slice(0, from) + by + text.slice(to),
  from,
  to: from + by.length,
})

/** Inserts a separate paragraph, whatever surrounds it; the cursor moves behind it. */
export function block({ text, from, to }: Chosen, content: string): Chosen {
  const before = text.slice(0, from).replace(/\n*$/, '')
  const after = text.slice(to).replace(/^\n*/, '')
  const head = `${before}${before ? '\n\n' : ''}${content}`
  return { text: `${head}\n${after ? `\n${after}` : ''}`, from: head.length, to: head.length }
}

const table = '| 项目 | 说明 |\n| --- | --- |\n| 内容 | 内容 |'
const code = around('`', '`', '代码')

export interface Mark {
  key: string
  name: string
  /** The key pressed with Ctrl or ⌘. */
  shortcut?: string
  apply: (chosen: Chosen) => Chosen
}

export const marks: readonly Mark[] = [
  { key: 'heading', name: '标题', apply: lines(() => '## ', /^#{1,6} /) },
  { key: 'bold', name: '加粗', shortcut: 'b', apply: around('**', '**', '加粗的文字') },
  { key: 'list', name: '列表', apply: lines(() => '- ', /^[-*] /) },
  { key: 'ordered', name: '编号列表', apply: lines(index => `${index + 1}. `, /^\d+\. /) },
  {
    key: 'link',
    name: '链接',
    shortcut: 'k',
    apply: input => {
      const words = input.text.slice(input.from, input.to) || '链接文字'
      const next = replaced(input, `[${words}](https://)`)
      // The address is selected, because it is typed next.
      return chosenAt(next, input.from + words.length + 3, 'https://'.length)
    },
  },
  { key: 'table', name: '表格', apply: values => block({ ...values, from: values.to }, table) },
  {
    key: 'code',
    name: '代码',
    apply: input => {
      const chosen = input.text.slice(input.from, input.to)
      return chosen.includes('\n') ? block(input, `\`\`\`\n${chosen}\n\`\`\``) : code(input)
    },
  },
]
