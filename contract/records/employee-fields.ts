/** Names of an employee's fields, and where they are used. Browser and server share this file, so it must not import zod. */
export const employeeFields = {
  name: { label: '姓名', max: 50, required: true },
  phone: { label: '手机号' },
  job_number: { label: '工号', max: 30, required: false },
  position: { label: '职位', max: 50, required: false },
  dept_path: { label: '部门' },
  role: { label: '角色' },
  state: { label: '状态' },
  guest_until: { label: '访客期限' },
  device_count: { label: '设备数' },
  device_limit: { label: '设备上限' },
  service_ends_at: { label: '服务到期' },
  remain_days: { label: '剩余天数' },
  reserved_days: { label: '已预留天数' },
  last_seen_at: { label: '最近在线' },
  created_at: { label: '添加日期' },
} as const

/** The fields that a keyword searches, as named by filters and pickers. */
export const employeeSearch = `${employeeFields.name.label}、${employeeFields.phone.label}或${employeeFields.job_number.label}`

/** The text fields that a manager writes, in the order of forms. A field listed here is in the form, import, export and log. */
export const employeeLines = ['name', 'job_number', 'position'] as const
/** The columns that describe the person: the first ones of the imported sheet. */
export const employeeImport = ['phone', ...employeeLines, 'dept_path'] as const
/** What a person gets with the invitation. A filled cell takes precedence over a template. */
export const assetFields = {
  days: { label: '时长（天）' },
  device_limit: employeeFields.device_limit,
  groups: { label: '专线组' },
} as const
export const sheetFields = { ...employeeFields, ...assetFields }
/** All columns of the imported sheet. */
export const employeeSheet = [...employeeImport, 'days', 'device_limit', 'groups'] as const
/** The columns of the export. It starts like the import, so that it can be edited and imported elsewhere. */
export const employeeExport = [
  ...employeeImport,
  'role',
  'state',
  'device_count',
  'device_limit',
  'service_ends_at',
  'remain_days',
  'reserved_days',
  'last_seen_at',
  'created_at',
  'guest_until',
] as const
