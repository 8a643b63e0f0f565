import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, manager, openPage, refuse } from '#web/testing/open-page.tsx'

test('every field is validated before anything is sent', async () => {
  const { user, calls } = openPage('/realname/yes')
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  for (const problem of [
    '请上传营业执照',
    '请输入企业名称',
    '请输入统一社会信用代码',
    '请选择所属行业',
    '请输入联系人姓名',
    '请输入身份证号',
  ])
    await screen.findByText(problem)
  expect(await screen.findAllByText('请勾选单独同意')).toHaveLength(2)
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false)
  const credit = screen.getByRole('textbox', { name: '统一社会信用代码' })
  await user.type(credit, '91440300maxx000012')
  await user.tab()
  // Converted to upper case; the check digit is off by one.
  expect(credit).toHaveProperty('value', '91440300MAXX000012')
  await screen.findByText('统一社会信用代码校验位不正确，请核对')
  await user.type(screen.getByRole('textbox', { name: '联系人身份证号' }), '440300198802300002')
  await user.tab()
  await screen.findByText('身份证号的出生日期不正确')
  expect(calls('wAuth')).toEqual([])
})

test('a licence is checked by its content, so no text named as a picture, and by its size', async () => {
  const { user, calls, answers } = openPage('/realname/yes', {
    uploadFile: refuse(-45002, '文件内容已损坏，请重新上传'),
  })
  const file = await screen.findByLabelText('营业执照')
  const upload = (name: string, type: string, content: BlobPart = 'content') =>
    user.upload(file, new File([content], name, { type }))
  await upload('执照.txt', 'text/plain')
  await screen.findByText(/不支持的文件类型/)
  await upload('执照.jpg', 'image/jpeg', new Uint8Array(9 * 1024 * 1024))
  await screen.findByText(/^文件为 9.* MB，超过 8 MB/)
  expect(calls('uploadFile')).toEqual([])
  await upload('执照.jpg', 'image/jpeg')
  await screen.findByText(/文件内容已损坏/)
  answers.uploadFile = { url: '/files/licence.jpg' }
  await upload('执照.jpg', 'image/jpeg')
  await screen.findByRole('img', { name: '已上传的营业执照' })
  expect(screen.queryByText(/文件内容已损坏/)).toBeNull()
})

test('the review page updates automatically with the decision, and the role with it', async () => {
  const verification = { state: 'under_review' as const, kind: 'company' as const }
  const { answers } = openPage('/realname/no', { ...employee, getVerification: { verification } })
  await screen.findByText('实名认证正在审核')
  expect(screen.queryByRole('link', { name: '控制台' })).toBeNull()
  Object.assign(answers, manager, { getVerification: { verification: { ...verification, state: 'approved' } } })
  await screen.findByText('实名认证已通过')
  await screen.findByRole('link', { name: '控制台' })
  expect(localStorage.getItem('hyl_user_sign')).toBe('admin')
})

test('a product chosen before registering is offered again after the verification', async () => {
  localStorage.setItem('hyl_chosen', '/control/buyvirtual?region=jp-tokyo')
  const profile = { ...manager, getVerification: { verification: { state: 'approved', kind: 'company' } } } as const
  openPage('/realname/no', profile)
  const link = await screen.findByRole('link', { name: '继续购买' })
  expect(link.getAttribute('href')).toBe('/control/buyvirtual?region=jp-tokyo')
  // One click uses up the stored choice.
  link.addEventListener('click', event => event.preventDefault())
  link.click()
  expect(localStorage.getItem('hyl_chosen')).toBeNull()
})

test.each(['/control/company', 'https://example.com/control/buyvirtual', '//example.com'])(
  'a stored product address is ignored unless it is a buying page, as with %s',
  async address => {
    localStorage.setItem('hyl_chosen', address)
    openPage('/realname/no', {
      ...manager,
      getVerification: { verification: { state: 'approved', kind: 'company' } },
    })
    await screen.findByText('实名认证已通过')
    expect(screen.queryByRole('link', { name: '继续购买' })).toBeNull()
  },
)

test('somebody who passed as a person is told what that opens, and is led to where a company can take its place', async () => {
  openPage('/realname/no', { ...employee, getVerification: { verification: { state: 'approved', kind: 'person' } } })
  await screen.findByText(/^您本人的身份已核实。/)
  expect(screen.queryByText(/可以使用全部功能了/)).toBeNull()
  expect(screen.getByRole('link', { name: '个人信息' }).getAttribute('href')).toBe('/personaldetails')
})

test('somebody whom a company has invited is told so before submitting papers', async () => {
  const invitation = {
    company_id: '01a1f850-d383-7b23-af32-e16528d31aa3',
    company_name: '深圳市蓝帆有限公司',
    name: '王有号',
    lapses_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  openPage('/realname/yes', { getMemberships: { membership: null, invitations: [invitation] } })
  const note = await screen.findByText(/深圳市蓝帆有限公司邀请您加入/)
  expect(within(note).getByRole('link', { name: '个人信息' }).getAttribute('href')).toBe('/personaldetails')
})
