import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

/** Opens a page with a passkey, which is removed by a button that asks for confirmation. */
function open(removePasskey: () => object) {
  const page = openPage('/personaldetails', {
    getPasskeyList: { list: [{ name: '旧手机', last_used_at: null }], total: 1 },
    removePasskey,
  })
  const button = () => screen.findByRole('button', { name: '移除：旧手机' })
  const ask = async () => {
    ;(await button()).focus()
    await page.user.keyboard('{Enter}')
    return within(await screen.findByRole('dialog', { name: '移除这个通行密钥？' }))
  }
  const leave = async () => {
    await page.user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  return { ...page, button, ask, leave }
}

test('a button asks before its call: Escape changes nothing and leads back to it', async () => {
  const { calls, button, ask, leave } = open(() => ({}))
  const dialog = await ask()
  dialog.getByText('「旧手机」不能再登录，其他设备上的登录也随即失效。')
  // For an irreversible act the focus begins at 取消.
  await expect.poll(() => document.activeElement?.textContent?.replace(/\s/g, '')).toBe('取消')
  await leave()
  expect(document.activeElement).toBe(await button())
  expect(calls('removePasskey')).toEqual([])
})

test('a refusal keeps the question, and asking once more is the same submission', async () => {
  const { user, keys, ask, leave } = open(() => refuse(503, '服务暂时不可用，请稍后重试'))
  const confirm = async () => user.click((await ask()).getByRole('button', { name: /^移\s*除$/ }))
  await confirm()
  await screen.findByText('服务暂时不可用，请稍后重试')
  screen.getByRole('dialog', { name: '移除这个通行密钥？' })
  await leave()
  await confirm()
  await expect.poll(() => keys('removePasskey').length).toBe(2)
  const [first, second] = keys('removePasskey')
  expect(second).toBe(first)
})
