/** Names and lengths of a device's fields. Browser and server share this file, so it must not import zod. */
export const deviceFields = {
  name: { label: '设备名称', max: 60 },
  platform: { label: '平台' },
  os_version: { label: '系统版本', max: 60 },
  client_version: { label: '客户端版本' },
  audit_note: { label: '说明', max: 200 },
} as const

export const disputeFields = { reason: { label: '原因', max: 200 } } as const
