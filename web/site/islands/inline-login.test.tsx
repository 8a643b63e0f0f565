import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userInfo } from '#web/testing/browser.ts'

function filled(phone = '13800000001') {
  document.body.innerHTML = `<form><input name="phone" value="${phone}"><input name="password" value="harbor-7kites">
    <input type="checkbox" name="type" checked><button type="submit">登录</button></form>`
  return document.querySelector('form') as HTMLFormElement
}

test('a login that the company takes over opens the overlay with the phone', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: -59116, msg: '您的企业要求使用企业登录', data: null }))
  // Another test's dialog has gone with its document.
  vi.resetModules()
  const { submitInlineLogin } = await import('./inline-login.ts')
  await submitInlineLogin(filled())
  expect((await screen.findByLabelText<HTMLInputElement>('登录账号')).value).toBe('13800000001')
  screen.getByRole('link', { name: '企业登录' })
})

test('a login leads on to what was chosen before', async () => {
  localStorage.setItem('hyl_chosen', '/control/buyvirtual?region=jp-tokyo')
  const data = { sid: 'x'.repeat(43), signature: '', user_status: 1, user_info: userInfo }
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '成功', data }))
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const { submitInlineLogin } = await import('./inline-login.ts')
  await submitInlineLogin(filled())
  expect(assign.mock.calls).toEqual([['/control/buyvirtual?region=jp-tokyo']])
})

test('a phone that is copied with blanks and +86 logs in', async () => {
  const sent = vi.fn(async () => Response.json({ code: -41001, msg: '账号或密码错误，剩余尝试次数：', data: 4 }))
  vi.stubGlobal('fetch', sent)
  const { submitInlineLogin } = await import('./inline-login.ts')
  await submitInlineLogin(filled('+86 138 0000 0001'))
  expect(sent).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ body: expect.stringContaining('"username":"13800000001"') }),
  )
})
