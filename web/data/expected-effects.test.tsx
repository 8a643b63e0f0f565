import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const employee = {
  employee_id: newId(),
  name: '陈雨桐',
  phone: '13800000009',
  state: 'active',
  role: 'employee',
} as const
const colleague = { ...employee, employee_id: newId(), name: '王芳' } as const

/** Disables the first person of the list; the server answers when the test says so. */
async function disable() {
  let answer: (value: object) => void = () => {}
  const page = openPage('/control/employeetime', {
    getCompanyUserList: { list: [employee, colleague], total: 2 },
    setCompanyUser: () =>
      new Promise<object>(resolve => {
        answer = resolve
      }),
  })
  await page.user.click(await screen.findByRole('button', { name: '陈雨桐的更多操作' }))
  await page.user.click(await screen.findByRole('menuitem', { name: '停用账号' }))
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: '停用账号' })
  await expect.poll(() => confirm.disabled).toBe(false)
  await page.user.click(confirm)
  return { ...page, answer: (value: object) => answer(value) }
}

const row = (name: string) => {
  const found = screen.getAllByText(name).map(each => each.closest('[data-row], li'))
  return within((found.find(Boolean) ?? document.body) as HTMLElement)
}

test('an act shows at once, of its own row alone, and what the server knows comes after it', async () => {
  const { answers, answer, calls } = await disable()
  await row('陈雨桐').findByText('已停用')
  row('王芳').getByText('在职')
  expect(calls('setCompanyUser')).toHaveLength(1)
  // Somebody else has enabled the person meanwhile: the newer answer counts, not what was expected.
  answers.getCompanyUserList = { list: [employee, colleague], total: 2 }
  answer({ employee: { ...employee, state: 'disabled' } })
  await screen.findByText('已停用 陈雨桐')
  await row('陈雨桐').findByText('在职')
})

test('a refusal takes it back and says why', async () => {
  const { answer } = await disable()
  await row('陈雨桐').findByText('已停用')
  answer(refuse(-47005, '不能停用自己'))
  await screen.findByText('不能停用自己')
  await row('陈雨桐').findByText('在职')
})
