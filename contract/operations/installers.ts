import { z } from 'zod'
import { id, listOf, paging } from '../fields.ts'
import { installerStates } from '../installer-names.ts'
import { clientType, installer } from '../records/installer.ts'
import { operation } from './operation.ts'

const getInstallerList = operation({
  path: '/installer/getInstallerList',
  effect: 'read',
  access: ['content'],
  about: '安装包，最新发布的在前；current 是各系统现在提供的一个。',
  input: z.strictObject({
    client_type: clientType.optional(),
    state: z.enum(installerStates, { error: '状态不正确' }).optional(),
    ...paging,
  }),
  output: listOf(installer.schema),
})

const uploadInstaller = operation({
  path: '/installer/uploadInstaller',
  effect: 'change',
  idempotency: 'prepared',
  access: ['content'],
  audited: true,
  about: '上传并发布安装包（multipart：各字段在前，file 在最后），边收边存；立即成为该系统的最新版本。',
  input: z.strictObject(installer.input('upload')),
  output: installer.schema.pick({ installer_id: true, url: true, sha256: true }),
  success: '安装包已发布',
  codes: [503, -53020, -53620],
  multipart: 'stream',
})

const publishInstallerAddress = operation({
  path: '/installer/publishInstallerAddress',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '发布放在别处的安装包，只登记它的 https 地址、大小与 SHA-256，门户不读取文件；立即成为该系统的最新版本。',
  input: z.strictObject(installer.input('address')),
  output: installer.schema.pick({ installer_id: true }),
  success: '安装包已发布',
  codes: [-53020],
})

const setInstaller = operation({
  path: '/installer/setInstaller',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '修改更新说明与强制更新；只改动带上的项。',
  input: z.strictObject({
    installer_id: id,
    ...installer.edit('change'),
  }),
  success: '已保存',
  codes: [-53021, -53022],
})

const setInstallerWithdrawn = operation({
  path: '/installer/setInstallerWithdrawn',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '撤回或重新提供一个版本。撤回后不能再下载，其余最新的一个成为当前版本。',
  input: z.strictObject({ installer_id: id, withdrawn: z.boolean({ error: '撤回状态不正确' }) }),
  output: z.object({ current: z.string().nullable() }),
  codes: [-53021],
})

export const installers = {
  getInstallerList,
  uploadInstaller,
  publishInstallerAddress,
  setInstaller,
  setInstallerWithdrawn,
}
