/**
 * Names and lengths of the fields that operators write for an installer. Browser and server share this file, so it must not import
 * zod.
 */
export const installerFields = {
  url: { label: '下载地址', max: 500 },
  version: { label: '版本号', max: 30 },
  notes: { label: '更新说明', max: 5000 },
} as const
