/** The names of an employee's fields, and where they stand. Browser and server share this file, so it has no zod. */
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

/** The fields that a keyword is searched in, as filters and pickers name them. */
export const employeeSearch = `${employeeFields.name.label}、${employeeFields.phone.label}或${employeeFields.job_number.label}`

/** The lines of text that a manager writes, in the order of forms. */
export const employeeLines = ['name', 'job_number', 'position'] as const
/** Identifies the person: the first columns of the imported sheet. */
export const employeeImport = ['phone', ...employeeLines, 'dept_path'] as const
/** The assets that somebody gets with the invitation. A cell that is filled in takes precedence over a template. */
export const givenFields = {
  days: { label: '时长（天）' },
  device_limit: employeeFields.device_limit,
  groups: { label: '专线组' },
} as const
export const sheetFields = { ...employeeFields, ...givenFields }
/** All columns of the sheet that is imported. */
export const employeeSheet = [...employeeImport, 'days', 'device_limit', 'groups'] as const
/** The text of a heading without the marks that sheets put beside it. */
export const plainHeading = (cell: string): string => cell.replace(/[*＊\s]|[（(](?:必填|天)[）)]/g, '')
/** The columns of the export. It begins as the import does, so that it can be edited and imported elsewhere. */
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
