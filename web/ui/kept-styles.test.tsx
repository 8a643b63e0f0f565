import { render } from '@testing-library/react'
import { Tag } from 'antd'
import { expect, test } from 'vitest'
import { switchTheme } from './theme.ts'
import { ThemeProvider } from './theme-provider.tsx'

const sheets = () => [...document.querySelectorAll('style[data-css-hash]')]
const page = (shown: boolean) => <ThemeProvider nonce={undefined}>{shown && <Tag>标签</Tag>}</ThemeProvider>

test('the styles of a part stay when it leaves the page, the same sheets, also through another theme and back', async () => {
  const { rerender, findByText } = render(page(true))
  const made = sheets()
  expect(made.map(({ textContent }) => textContent).join('')).toContain('.ant-tag')
  rerender(page(false))
  expect(sheets()).toEqual(made)
  rerender(page(true))
  expect(sheets()).toEqual(made)
  switchTheme()
  switchTheme()
  rerender(page(true))
  const tag = await findByText('标签')
  const key = [...tag.classList].find(name => name.startsWith('css-var'))
  const texts = sheets().map(({ textContent }) => textContent)
  // What the tag is drawn by is there: its own style, and the values of the theme that it names.
  expect(texts.some(text => text.includes('.ant-tag'))).toBe(true)
  expect(texts.some(text => text.includes(`.${key}`))).toBe(true)
})
