import type { Manifest } from './manifest.ts'

/** Describes a backup in a line. */
export function summary({ tables, files, made_at, migrations, recipients }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (tables.reduce((sum, table) => sum + table.bytes, files?.bytes ?? 0) / 2 ** 20).toFixed(1)
  const time = new Date(made_at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })
  const stored = files
    ? `${files.count} 个文件`
    : '不含上传的文件（STORAGE=s3：请在对象存储一侧开启版本控制或跨区域复制）'
  return `${time}，${tables.length} 张表 ${rows} 行，${stored}，${megabytes} MB，迁移到 ${migrations.at(-1)?.name}，${recipients ? `加密给 ${recipients.join('、')}` : '没有加密'}`
}
