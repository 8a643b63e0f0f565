import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { Refusal } from '#web/testing/open-page.tsx'

const operator_id = newId()
const sha256 = '0123456789abcdef'.repeat(4)
const url = 'https://files.example.com/client-12.0.1.dmg'

async function open(values: OfficeAnswers = {}) {
  cleanup()
  const { user, calls } = openOffice('/operations/installers', ['content'], {
    getSelf: { operator_id, roles: ['content'] },
    ...values,
  })
  await user.click(await screen.findByRole('button', { name: '发布新版本' }))
  return { user, calls, dialog: within(await screen.findByRole('dialog')) }
}

test('an address is published with its size and hash; a refusal stands at its field and keeps what was typed', async () => {
  const refusals = [
    new Refusal(-41003, '版本号须高于当前的 12.0.1', 'version'),
    new Refusal(-41003, '这是本站的地址，请上传文件', 'url'),
  ]
  const { user, calls, dialog } = await open({
    publishInstallerAddress: () => refusals.shift() ?? { installer_id: newId() },
  })
  expect(dialog.queryByRole('textbox', { name: '下载地址' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '填写地址' }))
  expect(dialog.queryByLabelText('安装包')).toBeNull()
  const publish = () => user.click(dialog.getByRole('button', { name: '发布' }))
  await publish()
  await dialog.findByText('请输入下载地址')
  await dialog.findByText('请输入文件大小')
  await dialog.findByText('64 位十六进制数字')
  expect(calls('publishInstallerAddress')).toEqual([])

  await user.click(dialog.getByRole('radio', { name: 'Mac' }))
  await user.type(dialog.getByRole('textbox', { name: '版本号' }), '12.0.1')
  await user.type(dialog.getByRole('textbox', { name: '下载地址' }), url)
  await user.type(dialog.getByRole('spinbutton', { name: '文件大小' }), '2147483648')
  await user.type(dialog.getByRole('textbox', { name: 'SHA-256' }), sha256)
  await publish()
  await dialog.findByText('版本号须高于当前的 12.0.1')
  await user.clear(dialog.getByRole('textbox', { name: '版本号' }))
  await user.type(dialog.getByRole('textbox', { name: '版本号' }), '12.0.2')
  await publish()
  await dialog.findByText('这是本站的地址，请上传文件')
  await publish()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(calls('publishInstallerAddress').at(-1)?.input).toMatchObject({
    client_type: 4,
    version: '12.0.2',
    url,
    size: 2_147_483_648,
    sha256,
    notes: '',
    force_update: false,
  })
  expect(calls('publishInstallerAddress').at(-1)?.input).not.toHaveProperty('way')
  expect(calls('uploadInstaller')).toEqual([])
})

test('a typed address outlives a reload, with the choice that it belongs to', async () => {
  const first = await open()
  await first.user.click(first.dialog.getByRole('radio', { name: '填写地址' }))
  await first.user.type(first.dialog.getByRole('textbox', { name: '下载地址' }), url)
  const { dialog } = await open()
  await dialog.findByText(/已恢复上次/)
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: '下载地址' })).value).toBe(url)
})

test('a hash stays when the other way is chosen; while an address is sent, 取消 gives up nothing', async () => {
  let refuse = (_: Refusal) => {}
  const { user, dialog } = await open({
    publishInstallerAddress: () =>
      new Promise<Refusal>(resolve => {
        refuse = resolve
      }),
  })
  await user.type(dialog.getByRole('textbox', { name: /SHA-256/ }), sha256)
  await user.click(dialog.getByRole('radio', { name: '填写地址' }))
  const hash = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'SHA-256' })
  expect(hash.value).toBe(sha256)
  await user.click(dialog.getByRole('radio', { name: 'Mac' }))
  await user.type(dialog.getByRole('textbox', { name: '版本号' }), '12.0.1')
  await user.type(dialog.getByRole('textbox', { name: '下载地址' }), url)
  await user.type(dialog.getByRole('spinbutton', { name: '文件大小' }), '5')
  await user.click(dialog.getByRole('button', { name: '发布' }))
  await user.click(dialog.getByRole('button', { name: /取\s?消/ }))
  refuse(new Refusal(-41003, '这是本站的地址，请上传文件', 'url'))
  await dialog.findByText('这是本站的地址，请上传文件')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '下载地址' }).value).toBe(url)
})

test('a file or address of another platform is refused at its field, also when the platform is chosen afterwards', async () => {
  const { user, calls, dialog } = await open()
  await user.upload(dialog.getByLabelText('安装包'), new File(['x'], 'client.exe'))
  await user.click(dialog.getByRole('radio', { name: 'Mac' }))
  const problem = await dialog.findByText('Mac 的安装包须为 dmg、pkg、zip 文件')
  expect(problem.closest('.ant-form-item')?.querySelector('input')?.type).toBe('file')
  await user.click(dialog.getByRole('radio', { name: 'Windows' }))
  await expect.poll(() => dialog.queryByText(/安装包须为/)).toBeNull()

  await user.click(dialog.getByRole('radio', { name: '填写地址' }))
  await user.type(dialog.getByRole('textbox', { name: '下载地址' }), url)
  const wrong = await dialog.findByText('Windows 的安装包须为 exe、msi、zip 文件')
  expect(wrong.closest('.ant-form-item')?.querySelector('input')?.value).toBe(url)
  await user.click(dialog.getByRole('button', { name: '发布' }))
  await dialog.findByText('请输入文件大小')
  expect(calls('publishInstallerAddress')).toEqual([])
})

test('a file that is refused for its hash says so at the hash', async () => {
  const { user, calls, dialog } = await open({
    uploadInstaller: new Refusal(-41003, '文件的 SHA-256 与填写的不一致', 'sha256'),
  })
  await user.click(dialog.getByRole('radio', { name: 'Windows' }))
  await user.type(dialog.getByRole('textbox', { name: '版本号' }), '12.0.1')
  await user.upload(dialog.getByLabelText('安装包'), new File(['x'], 'client.exe'))
  await user.type(dialog.getByRole('textbox', { name: /SHA-256/ }), sha256)
  await user.click(dialog.getByRole('button', { name: '上传并发布' }))
  const problem = await dialog.findByText('文件的 SHA-256 与填写的不一致')
  expect(problem.closest('.ant-form-item')?.querySelector('input')?.value).toBe(sha256)
  expect(calls('uploadInstaller')[0]?.input).toMatchObject({ client_type: '1', size: '1', force_update: 'false' })
})

test('an entry that lies elsewhere shows its address to open and to copy, and what its withdrawal can’t do', async () => {
  const entry = { installer_id: newId(), client_type: 1, version: '12.0.1', state: 'current', size: 5, sha256 } as const
  const { user } = openOffice('/operations/installers', ['content'], {
    getSelf: { operator_id, roles: ['content'] },
    getInstallerList: { list: [{ ...entry, file_name: '', url }], total: 1 },
  })
  const link = await screen.findByRole('link', { name: 'files.example.com' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([url, 'noopener noreferrer'])
  screen.getByRole('button', { name: '复制Windows 12.0.1 的下载地址' })
  await user.click(screen.getByRole('button', { name: 'Windows 12.0.1的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '撤回' }))
  await screen.findByText(/知道外部地址的人仍可下载/)
})
