import { expect, test } from 'vitest'
import { block, marks } from './marks.ts'

/** Parses a text in which `[` and `]` enclose the selection. */
const chosen = (marked: string) => {
  const from = marked.indexOf('[')
  const to = marked.indexOf(']') - 1
  return { text: marked.replace('[', '').replace(']', ''), from, to }
}
const press = (key: string, marked: string) => {
  const { text, from, to } = marks.find(mark => mark.key === key)?.apply(chosen(marked)) ?? chosen(marked)
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

test.each([
  ['bold', '先[安装]客户端', '先**[安装]**客户端'],
  ['bold', '先**[安装]**客户端', '先[安装]客户端'],
  ['bold', '先[]', '先**[加粗的文字]**'],
  ['heading', '甲\n第[]一步\n乙', '甲\n[## 第一步]\n乙'],
  ['heading', '## 第[]一步', '[第一步]'],
  ['list', '[甲\n乙]', '[- 甲\n- 乙]'],
  ['list', '[- 甲\n- 乙]', '[甲\n乙]'],
  ['ordered', '[甲\n乙]', '[1. 甲\n2. 乙]'],
  ['code', '运行[npm]', '运行`[npm]`'],
  ['code', '[a\nb]', '```\na\nb\n```[]\n'],
  ['table', '甲[]\n乙', '甲\n\n| 项目 | 说明 |\n| --- | --- |\n| 内容 | 内容 |[]\n\n乙'],
])('%s: %j becomes %j', (key, before, after) => {
  expect(press(key, before)).toBe(after)
})

test('a link is made of the selected words and waits for its address', () => {
  const { text, from, to } = marks.find(({ key }) => key === 'link')?.apply(chosen('见[说明]。')) ?? chosen('')
  expect(text).toBe('见[说明](https://)。')
  expect(text.slice(from, to)).toBe('https://')
})

test('a block stands alone between paragraphs', () => {
  expect(block(chosen('甲\n\n\n[]乙'), '![图](/a.png)').text).toBe('甲\n\n![图](/a.png)\n\n乙')
  expect(block(chosen('[]'), '![图](/a.png)').text).toBe('![图](/a.png)\n')
})
