import { z } from 'zod'
import { clientType } from '../downloads.ts'
import { id, instant, line, listOf, nothing, paging } from '../fields.ts'
import { installerStates, versionPattern } from './installer-names.ts'
import { operation } from './operation.ts'

const notes = z
  .string({ error: '请输入更新说明' })
  .trim()
  .max(5000, '更新说明最多5000个字')
  .refine(value => value.isWellFormed() && !value.includes('\u0000'), '更新说明含有无法识别的字符')

const getInstallerList = operation({
  path: '/installer/getInstallerList',
  access: ['content'],
  about: '安装包，最新发布的在前；current 是各系统现在提供的一个。',
  input: z.strictObject({
    client_type: clientType.optional(),
    state: z.enum(installerStates, { error: '状态不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      installer_id: id,
      client_type: clientType,
      version: z.string(),
      state: z.enum(installerStates),
      /** Empty when it lies elsewhere. */
      file_name: z.string(),
      url: z.string(),
      size: z.int(),
      sha256: z.string(),
      notes: z.string(),
      force_update: z.boolean(),
      published_at: instant,
      withdrawn_at: instant.nullable(),
    }),
  ),
})

/** As a form's fields come: text. */
const typed = {
  type: z.enum(['1', '2', '4'], { error: '客户端类型不正确' }).transform(value => Number(value) as 1 | 2 | 4),
  yes: z.enum(['true', 'false'], { error: '须为 true 或 false' }).transform(value => value === 'true'),
  size: z
    .string({ error: '缺少文件大小' })
    .regex(/^[1-9]\d{0,14}$/, '文件大小不正确')
    .transform(Number),
}

const uploadInstaller = operation({
  path: '/installer/uploadInstaller',
  access: ['content'],
  audited: true,
  about: '上传并发布安装包（multipart：各字段在前，file 在最后），边收边存；立即成为该系统的最新版本。',
  input: z.strictObject({
    client_type: typed.type,
    version: line('版本号', 30).regex(versionPattern, '版本号写作 12.0.1'),
    notes,
    force_update: typed.yes,
    size: typed.size,
    sha256: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([0-9a-f]{64})?$/, 'SHA-256 为 64 位十六进制数字')
      .default(''),
  }),
  output: z.object({ installer_id: id, url: z.string(), sha256: z.string() }),
  success: '安装包已发布',
  codes: [503, -53020, -53620],
  multipart: 'stream',
})

const setInstaller = operation({
  path: '/installer/setInstaller',
  access: ['content'],
  audited: true,
  about: '修改更新说明与强制更新。',
  input: z.strictObject({
    installer_id: id,
    notes,
    force_update: z.boolean({ error: '强制更新须为 true 或 false' }),
  }),
  output: nothing,
  success: '已保存',
  codes: [-53021],
})

const setInstallerWithdrawn = operation({
  path: '/installer/setInstallerWithdrawn',
  access: ['content'],
  audited: true,
  about: '撤回或重新提供一个版本。撤回后不能再下载，其余最新的一个成为当前版本。',
  input: z.strictObject({ installer_id: id, withdrawn: z.boolean({ error: '撤回状态不正确' }) }),
  output: z.object({ current: z.string().nullable() }),
  codes: [-53021],
})

export const installers = { getInstallerList, uploadInstaller, setInstaller, setInstallerWithdrawn }
