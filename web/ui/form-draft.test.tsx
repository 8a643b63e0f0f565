import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

const shop = (name: string) =>
  ({ shop_id: newId(), platform: 'amazon', name, shop_number: 'A1', owner_name: '', state: 'active' }) as const
const shops = [shop('旗舰店'), shop('二店')]

beforeEach(() => sessionStorage.clear())

/** Opens the form of a shop, or of a new one, as after a reload of the page. */
async function open(button = /新建|添加/) {
  cleanup()
  // Simulates the state after a login.
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000001')
  const { user } = openPage('/control/shops', { getShopList: { list: shops, total: 2 }, setShop: {} })
  const [opener] = await screen.findAllByRole('button', { name: button })
  if (opener) await user.click(opener)
  const dialog = within(await screen.findByRole('dialog'))
  const field = (label: RegExp) => dialog.findByLabelText<HTMLInputElement>(label)
  return { user, dialog, field }
}

test('what was typed into a dialog survives a reload, and can be discarded', async () => {
  const first = await open()
  await first.user.type(await first.field(/店铺编号/), 'B7')
  const again = await open()
  await again.dialog.findByText(/已恢复上次没有提交的内容/)
  expect((await again.field(/店铺编号/)).value).toBe('B7')
  await again.user.click(again.dialog.getByRole('button', { name: '清空' }))
  expect((await again.field(/店铺编号/)).value).toBe('')
  const third = await open()
  expect((await third.field(/店铺编号/)).value).toBe('')
})

test('a draft is restored only into its own form, and not after that was cancelled', async () => {
  const first = await open(/修改 亚马逊 旗舰店/)
  await first.user.type(await first.field(/店铺编号/), '9')
  expect((await (await open(/修改 亚马逊 二店/)).field(/店铺编号/)).value).toBe('A1')
  const again = await open(/修改 亚马逊 旗舰店/)
  expect((await again.field(/店铺编号/)).value).toBe('A19')
  await again.user.click(again.dialog.getByRole('button', { name: /取\s*消/ }))
  expect((await (await open(/修改 亚马逊 旗舰店/)).field(/店铺编号/)).value).toBe('A1')
})

test('a chosen day is restored as well', async () => {
  const employee = { employee_id: newId(), name: '陈雨桐', state: 'active', role: 'employee' } as const
  const assign = async () => {
    cleanup()
    localStorage.setItem('token', 'x'.repeat(43))
    session.setPhone('13800000001')
    const { user } = openPage(`/control/employeedetails?employee_id=${employee.employee_id}`, {
      getCompanyUserDetail: { employee },
      setCompanyUserService: { balance: 900 },
    })
    await user.click(await screen.findByRole('button', { name: '分配时长' }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }
  const day = async (dialog: Awaited<ReturnType<typeof assign>>['dialog']) =>
    dialog.findByLabelText<HTMLInputElement>(/服务到/)
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const first = await assign()
  await first.user.click(first.dialog.getByText('到某一天'))
  await first.user.type(await day(first.dialog), `${soon}{Enter}`)
  const again = await assign()
  await again.dialog.findByText(/已恢复上次没有提交的内容/)
  expect((await day(again.dialog)).value).toBe(soon)
})
