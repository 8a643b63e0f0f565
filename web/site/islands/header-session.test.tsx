import { expect, onTestFinished, test, vi } from 'vitest'
import { controlTab } from '#contract/paths.ts'
import { showSession } from './header-session.ts'

test('a click for a new tab is left to the browser; a plain one asks for the role first', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.split('/').at(-1) ?? '')
    return Response.json({ code: 500, msg: '服务出现问题', data: null })
  })
  localStorage.setItem('token', 'x'.repeat(43))
  document.body.innerHTML = `<a href="#console" data-sign="${controlTab.sign}">控制台</a>`
  onTestFinished(() => {
    document.body.innerHTML = ''
  })
  showSession()
  const click = (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    document.querySelector('a')?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(click({ ctrlKey: true })).toBe(false)
  expect(click({ metaKey: true })).toBe(false)
  expect(asked).not.toContain('checkManager')
  expect(click({})).toBe(true)
  await vi.waitFor(() => expect(asked).toContain('checkManager'))
})
