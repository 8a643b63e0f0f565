// Made by scripts/generate.ts from contract/index.ts. Do not edit: npm run generate.

/** The input and the output of each call, with the scope that its token needs. */
export interface Calls {
  /** 令牌自己：名称、权限、部门与到期时间。任何令牌都可以调用，登录的人不能。 任何权限 */
  getOwnToken: {
    input: Record<string, never>
    output: { token_id: string; name: string; scopes: ("company:read" | "people:read" | "people:change" | "hours:read" | "hours:change" | "devices:read" | "devices:change" | "lines:read" | "lines:change" | "orders:read" | "orders:change" | "activity:read" | "directory:read" | "directory:change")[]; dept_ids: (string)[] | null; expires_at: string }
  }
  /** 企业目录的设置与现状：收到多少部门与人，哪些人需要处理（最多列出一百人）。 directory:read */
  getDirectory: {
    input: Record<string, never>
    output: { settings: { source: "scim" | "wecom" | "dingtalk" | "feishu"; owns: ("name" | "job_number" | "position" | "department")[]; leaver: "disable" | "remove"; successor: "none" | "superior" | "person"; successor_id: string | null; state: "planned" | "active"; compared_at: string | null; problem: string | null } | null; scim: string; provider: { tenant: string; client_id: string; has_callback: boolean; read_at: string | null; reading: boolean; problem: string | null } | null; callback: string; people: number; departments: number; problems: ({ name: string; detail: string })[] }
  }
  /** 从企业微信、钉钉或飞书读取全部部门与员工，在后台进行；已启用的目录读完随即核对。getDirectory 的 provider.reading 变为 false 即已读完。 directory:change */
  fetchDirectory: {
    input: Record<string, never>
    output: Record<string, never>
  }
  /** 立即全部核对一次，与夜里的核对相同。 directory:change */
  runDirectory: {
    input: Record<string, never>
    output: { departments: { added: number; changed: number; deleted: number }; totals: Record<"added" | "linked" | "changed" | "moved" | "enabled" | "disabled" | "removed" | "problem", number>; entries: ({ kind: "added" | "linked" | "changed" | "moved" | "enabled" | "disabled" | "removed" | "problem"; name: string; detail: string })[]; alarming: boolean }
  }
  /** 当前企业的资料。 company:read */
  getCompanyInfo: {
    input: Record<string, never>
    output: { company_id: string; name: string; credit_code: string; industry: string | null; contact_name: string | null; contact_phone: string | null; address: string | null; size: string | null; state: "trial" | "active" | "frozen"; owner_name: string; verified_at: string; employee_count: number; department_count: number }
  }
  /** 本企业的部门，按层级与顺序排列；另附未分配部门的人数。 people:read */
  getDeptListByCompanyId: {
    input: Record<string, never>
    output: { list: ({ dept_id: string; name: string; parent_id: string | null; sort: number; people: number; people_in_all: number })[]; total: number; people_without: number }
  }
  /** 新建部门（不带 dept_id），或改名、移动、排序；只改动带上的项。 people:change */
  setDepartment: {
    input: { dept_id?: string; name?: string; parent_id?: string | null; sort?: number; seen?: { name?: string; parent_id?: string | null; sort?: number } }
    output: { dept_id: string; activity_id?: string }
  }
  /** 把多名员工移到一个部门；null 为不属于任何部门。可以同时套用入职模板的时长、设备上限与专线组，部门以这里的为准，也一起撤销。 people:change */
  batchSetDepartment: {
    input: { employee_ids: (string)[]; dept_id: string | null }
    output: { moved: number; activity_id?: string }
  }
  /** 删除空部门；仍有员工或下级部门时拒绝并说明数量。 people:change */
  delDepartment: {
    input: { dept_id: string }
    output: { dept_id: string }
  }
  /** 员工列表，可按部门（含下级）、状态、服务时长、到期日、关键词筛选。page 只翻到前1000条，more 为真即还有而其后各页为空；要读取全部，以 after 代替 page：先给 null，再给上一次最后一行的编号，按编号排列（order 不起作用），more 为假即已读完。 people:read */
  getCompanyUserList: {
    input: { dept_id?: string; without_dept?: boolean; state?: "invited" | "declined" | "lapsed" | "active" | "disabled"; role?: "owner" | "manager" | "employee"; service?: "in_service" | "ends_soon" | "ended" | "none"; ends_from?: string; ends_to?: string; keyword?: string; order?: "created" | "service_end" | "name"; page?: number; page_size?: number; after?: string | null }
    output: { list: ({ employee_id: string; phone: string; name: string; job_number: string | null; position: string | null; dept_id: string | null; dept_path: string | null; role: "owner" | "manager" | "employee"; device_limit: number; state: "invited" | "declined" | "lapsed" | "active" | "disabled"; guest_until: string | null; device_count: number; service_ends_at: string | null; remain_days: number; reserved_days: number; verification: "own" | "company" | "none"; last_seen_at: string | null; created_at: string })[]; total: number; more: boolean }
  }
  /** 添加一名或多名员工：都先列为“待本人同意”，本人在自己的登录中（未注册的经邀请短信）同意后才成为员工；带 guest_until 的是访客，到期自动移除。逐行答复结果，失败的行不影响其他行；各行的时长与专线组要么全部给出，要么谁也不添加。令牌预留时长还须有 hours:change，且不能给出专线组、套用模板。 people:change */
  addCompanyUser: {
    input: { employees: ({ phone: string; name: string; job_number?: string; position?: string; dept_id?: string | null; device_limit?: number; guest_until?: string | null; days?: number; group_ids?: (string)[] })[]; invite?: boolean; reserve_days?: number }
    output: { added: number; results: ({ phone: string; employee_id: string | null; problem: string | null; problem_field: "phone" | "name" | "job_number" | "position" | "dept_path" | "days" | "device_limit" | "groups" | null })[] }
  }
  /** 一名员工：资料、设备、时长记录与操作日志。 people:read */
  getCompanyUserDetail: {
    input: { employee_id: string }
    output: { employee: { employee_id: string; phone: string; name: string; job_number: string | null; position: string | null; dept_id: string | null; dept_path: string | null; role: "owner" | "manager" | "employee"; device_limit: number; state: "invited" | "declined" | "lapsed" | "active" | "disabled"; guest_until: string | null; device_count: number; service_ends_at: string | null; remain_days: number; reserved_days: number; verification: "own" | "company" | "none"; last_seen_at: string | null; created_at: string }; devices: ({ device_id: string; name: string; platform: "windows" | "mac" | "android" | "ios"; client_version: string; audit_state: "pending" | "approved" | "rejected"; auth_state: "authorized" | "suspended"; last_seen_at: string | null })[]; ledger: ({ entry_id: string; kind: "purchase" | "assignment" | "reclaim" | "gift" | "correction"; days: number; employee_id: string | null; actor_name: string; note: string; created_at: string })[]; log: ({ action: "added" | "joined" | "declined" | "lapsed" | "changed" | "moved" | "role" | "disabled" | "enabled" | "invited" | "assigned" | "reclaimed" | "handed_over" | "removed" | "left" | "access"; actor_name: string; detail: string; created_at: string })[] }
  }
  /** 修改员工资料、设备上限、访客期限（到期自动移除，null 为不再是访客），或停用、恢复；停用立即结束其登录；停用管理员须在五分钟内再次验证过。只改动带上的项。 people:change */
  setCompanyUser: {
    input: { employee_id: string; name?: string; job_number?: string | null; position?: string | null; dept_id?: string | null; device_limit?: number; state?: "active" | "disabled"; guest_until?: string | null; seen?: { name?: string; job_number?: string | null; position?: string | null; dept_id?: string | null; device_limit?: number; state?: "invited" | "declined" | "lapsed" | "active" | "disabled"; guest_until?: string | null } }
    output: { employee: { employee_id: string; phone: string; name: string; job_number: string | null; position: string | null; dept_id: string | null; dept_path: string | null; role: "owner" | "manager" | "employee"; device_limit: number; state: "invited" | "declined" | "lapsed" | "active" | "disabled"; guest_until: string | null; device_count: number; service_ends_at: string | null; remain_days: number; reserved_days: number; verification: "own" | "company" | "none"; last_seen_at: string | null; created_at: string }; activity_id?: string }
  }
  /** 再次邀请尚未同意、已谢绝或邀请已过期的人，并发送短信，同一手机号每日最多3次。 people:change */
  inviteCompanyUser: {
    input: { employee_ids: (string)[] }
    output: { invited: number; skipped: number }
  }
  /** 移除员工：收回整日时长、删除设备，企业的权限与专线立即失效；账号与登录属于本人，保留。尚未同意的即撤回邀请。其中有管理员时须在五分钟内再次验证过，并附管理员验证码。 people:change */
  delCompanyUser: {
    input: { employee_ids: (string)[]; captcha?: string }
    output: { removed: number; reclaimed_days: number; devices: number }
  }
  /** 离职交接：停用并结束登录（或移除，登录保留）、暂停设备，未用的整日时长与单独授予的专线交给接手人；没有接手人则收回。preview 为真时只说明会发生什么。 people:change */
  handOverEmployee: {
    input: { employee_id: string; successor_id: string | null; remove?: boolean; preview?: boolean; captcha?: string }
    output: { done: boolean; sessions_ended: number; devices_suspended: number; reclaimed_days: number; lines_handed: number; successor_name: string | null; successor_ends_at: string | null }
  }
  /** 给员工分配时长：按天数（days），或直到某日（until，北京时间当日结束；到期日已不早于该日的员工保持不变）。待本人同意的人只按天数，先从企业余额预留，自同意时起算。要么全部成功，要么都不变。 hours:change */
  setCompanyUserService: {
    input: { employee_ids: (string)[]; days?: number; until?: string; preview?: boolean }
    output: { employees: number; unchanged: number; cost_days: number; balance: number; activity_id?: string }
  }
  /** 收回员工尚未使用的整日时长，以及为待同意的人预留的时长。 hours:change */
  reclaimService: {
    input: { employee_ids: (string)[]; preview?: boolean }
    output: { employees: number; reclaimed_days: number; balance: number; activity_id?: string }
  }
  /** 企业剩余可分配的时长（人天）与使用概况。 hours:read */
  getServiceBalance: {
    input: Record<string, never>
    output: { balance: number; assigned_days: number; reserved_days: number; employees_in_service: number; ends_within_7: number; ends_within_30: number }
  }
  /** 时长流水：购买、分配、收回、赠送、更正。最新的在前；total 精确到一万条，更多时 more 为真。 hours:read */
  getServiceLedger: {
    input: { kind?: "purchase" | "assignment" | "reclaim" | "gift" | "correction"; employee_id?: string; from?: string; to?: string; page?: number; page_size?: number }
    output: { list: ({ entry_id: string; kind: "purchase" | "assignment" | "reclaim" | "gift" | "correction"; days: number; balance_after: number; employee_id: string | null; employee_name: string | null; actor_name: string; note: string; created_at: string })[]; total: number; more: boolean }
  }
  /** 设备列表，可按审核、授权、平台、旧版本、多日未见、在线、员工与关键词（设备名、地址、员工姓名、手机号、工号）筛选；按登记时间从新到旧，筛选多日未见时按最后在线从早到晚。page 只翻到前1000条，more 为真即还有而其后各页为空；要读取全部，以 after 代替 page：先给 null，再给上一次最后一行的编号，按编号排列（order 不起作用），more 为假即已读完。 devices:read */
  getDeviceList: {
    input: { audit_state?: "pending" | "approved" | "rejected"; auth_state?: "authorized" | "suspended"; platform?: "windows" | "mac" | "android" | "ios"; outdated?: boolean; unseen_days?: number; online?: boolean; employee_id?: string; keyword?: string; page?: number; page_size?: number; after?: string | null }
    output: { list: ({ device_id: string; employee_id: string; employee_name: string; employee_manages: boolean; dept_path: string | null; name: string; platform: "windows" | "mac" | "android" | "ios"; os_version: string; client_version: string; outdated: boolean; has_key: boolean; last_ip: string | null; last_seen_at: string | null; online: boolean; audit_state: "pending" | "approved" | "rejected"; auth_state: "authorized" | "suspended"; audit_note: string | null; created_at: string })[]; total: number; more: boolean; pending: number }
  }
  /** 一台设备，以及它现在能否使用服务、不能时的原因。 devices:read */
  getDeviceDetail: {
    input: { device_id: string }
    output: { device: { device_id: string; employee_id: string; employee_name: string; employee_manages: boolean; dept_path: string | null; name: string; platform: "windows" | "mac" | "android" | "ios"; os_version: string; client_version: string; outdated: boolean; has_key: boolean; last_ip: string | null; last_seen_at: string | null; online: boolean; audit_state: "pending" | "approved" | "rejected"; auth_state: "authorized" | "suspended"; audit_note: string | null; created_at: string }; fingerprint: string; device_limit: number; usable: boolean; reason: string | null }
  }
  /** 设备日志：登记、登录、审核、授权变更、移除。 devices:read */
  getDeviceLog: {
    input: { device_id: string; page?: number; page_size?: number }
    output: { list: ({ action: "registered" | "seen" | "logged_in" | "changed" | "approved" | "rejected" | "audit_undone" | "authorized" | "suspended" | "handed_over" | "removed"; actor_name: string; detail: string; ip: string | null; created_at: string })[]; total: number }
  }
  /** 移除设备；它再次登记时需要重新审核。 devices:change */
  deviceRemove: {
    input: { device_ids: (string)[] }
    output: { removed: number }
  }
  /** 企业概况：关键数字、未来90天到期、待办。 company:read */
  getCompanyData: {
    input: Record<string, never>
    output: { balance: number; employees: { total: number; active: number; invited: number; disabled: number; in_service: number }; devices: { total: number; pending: number; online: number; outdated: number }; expiries: ({ day: string; employees: number; lines: number })[]; lines: Record<"unbound" | "active" | "expiring" | "expired" | "suspended" | "released", number>; todo: ({ kind: "order_pending" | "proposal_open" | "request_open" | "ticket_answered" | "line_unbound" | "line_expiring" | "line_expired" | "device_waiting" | "service_ending" | "service_ended" | "service_none" | "line_none" | "line_unshared" | "device_none" | "invitation_open" | "balance_low" | "no_department"; count: number; text: string; link: string })[] }
  }
  /** 企业的操作记录，最新的在前：按姓名或名称查找，按操作、日期、员工、设备或专线筛选；undoable 为真的可以撤销。 activity:read */
  getCompanyActivity: {
    input: { keyword?: string; action?: "company.created" | "company.changed" | "company.corrected" | "company.terminal_approval" | "company.frozen" | "company.unfrozen" | "company.closing_requested" | "company.closing_withdrawn" | "company.closed" | "company.hours_purchased" | "company.hours_gifted" | "company.hours_corrected" | "company.import_started" | "company.pack_requested" | "company.pack_opened" | "trial.requested" | "trial.declined" | "trial.ended" | "department.added" | "department.changed" | "department.deleted" | "employee.added" | "employee.joined" | "employee.declined" | "employee.lapsed" | "employee.changed" | "employee.moved" | "employee.role" | "employee.disabled" | "employee.enabled" | "employee.account_disabled" | "employee.account_enabled" | "employee.invited" | "employee.assigned" | "employee.reclaimed" | "employee.handed_over" | "employee.removed" | "employee.left" | "employee.access" | "template.saved" | "template.deleted" | "template.applied" | "request.made" | "request.withdrawn" | "request.approved" | "request.refused" | "request.lapsed" | "directory.changed" | "directory.started" | "directory.fetched" | "directory.compared" | "directory.halted" | "directory.stopped" | "login.held" | "login.approved" | "login.rejected" | "sign_in.changed" | "sign_in.switched" | "sign_in.domain_added" | "sign_in.domain_proved" | "sign_in.domain_removed" | "sign_in.linked" | "sign_in.unlinked" | "sign_in.bypassed" | "device.registered" | "device.approved" | "device.rejected" | "device.audit_undone" | "device.authorized" | "device.suspended" | "device.handed_over" | "device.removed" | "shop.added" | "shop.changed" | "shop.imported" | "shop.settings" | "line.bought" | "line.bound" | "line.rebound" | "line.moved" | "line.extended" | "line.unbound" | "line.renewed" | "line.renamed" | "line.remarked" | "line.auto_renew" | "line.suspended" | "line.resumed" | "line.released" | "line.tried" | "line.access" | "group.added" | "group.changed" | "group.deleted" | "order.placed" | "order.payment_started" | "order.voucher_submitted" | "order.paid" | "order.cancelled" | "order.closed" | "order.refunding" | "order.part_refunding" | "order.part_refunded" | "order.refund_rejected" | "order.refund_withdrawn" | "order.refunded" | "order.hidden" | "proposal.sent" | "proposal.accepted" | "proposal.reopened" | "proposal.declined" | "proposal.withdrawn" | "proposal.expired" | "balance.topped_up" | "balance.paid" | "balance.refunded" | "balance.withdrawn" | "balance.corrected" | "coupon.claimed" | "coupon.received" | "invoice.requested" | "invoice.automatic_set" | "invoice.withdrawn" | "invoice.issued" | "invoice.rejected" | "invoice.red_issued" | "invoice.reversed" | "invoice_title.saved" | "invoice_title.deleted" | "ticket.opened" | "ticket.replied" | "ticket.answered" | "ticket.closed" | "ticket.file_removed" | "token.created" | "token.changed" | "token.rotated" | "token.revoked" | "token.ended" | "webhook.added" | "webhook.changed" | "webhook.rotated" | "webhook.deleted" | "webhook.disabled" | "webhook.skipped" | "webhook.replayed" | "robot.added" | "robot.changed" | "robot.removed" | "robot.paused" | "robot.tried" | "log_stream.changed" | "log_stream.removed" | "log_stream.paused" | "activity.undone"; employee_id?: string; device_id?: string; svp_id?: string; from?: string; to?: string; page?: number; page_size?: number }
    output: { list: ({ activity_id: string; at: string; actor_kind: "account" | "token" | "operator" | "system"; actor_name: string; action: "company.created" | "company.changed" | "company.corrected" | "company.terminal_approval" | "company.frozen" | "company.unfrozen" | "company.closing_requested" | "company.closing_withdrawn" | "company.closed" | "company.hours_purchased" | "company.hours_gifted" | "company.hours_corrected" | "company.import_started" | "company.pack_requested" | "company.pack_opened" | "trial.requested" | "trial.declined" | "trial.ended" | "department.added" | "department.changed" | "department.deleted" | "employee.added" | "employee.joined" | "employee.declined" | "employee.lapsed" | "employee.changed" | "employee.moved" | "employee.role" | "employee.disabled" | "employee.enabled" | "employee.account_disabled" | "employee.account_enabled" | "employee.invited" | "employee.assigned" | "employee.reclaimed" | "employee.handed_over" | "employee.removed" | "employee.left" | "employee.access" | "template.saved" | "template.deleted" | "template.applied" | "request.made" | "request.withdrawn" | "request.approved" | "request.refused" | "request.lapsed" | "directory.changed" | "directory.started" | "directory.fetched" | "directory.compared" | "directory.halted" | "directory.stopped" | "login.held" | "login.approved" | "login.rejected" | "sign_in.changed" | "sign_in.switched" | "sign_in.domain_added" | "sign_in.domain_proved" | "sign_in.domain_removed" | "sign_in.linked" | "sign_in.unlinked" | "sign_in.bypassed" | "device.registered" | "device.approved" | "device.rejected" | "device.audit_undone" | "device.authorized" | "device.suspended" | "device.handed_over" | "device.removed" | "shop.added" | "shop.changed" | "shop.imported" | "shop.settings" | "line.bought" | "line.bound" | "line.rebound" | "line.moved" | "line.extended" | "line.unbound" | "line.renewed" | "line.renamed" | "line.remarked" | "line.auto_renew" | "line.suspended" | "line.resumed" | "line.released" | "line.tried" | "line.access" | "group.added" | "group.changed" | "group.deleted" | "order.placed" | "order.payment_started" | "order.voucher_submitted" | "order.paid" | "order.cancelled" | "order.closed" | "order.refunding" | "order.part_refunding" | "order.part_refunded" | "order.refund_rejected" | "order.refund_withdrawn" | "order.refunded" | "order.hidden" | "proposal.sent" | "proposal.accepted" | "proposal.reopened" | "proposal.declined" | "proposal.withdrawn" | "proposal.expired" | "balance.topped_up" | "balance.paid" | "balance.refunded" | "balance.withdrawn" | "balance.corrected" | "coupon.claimed" | "coupon.received" | "invoice.requested" | "invoice.automatic_set" | "invoice.withdrawn" | "invoice.issued" | "invoice.rejected" | "invoice.red_issued" | "invoice.reversed" | "invoice_title.saved" | "invoice_title.deleted" | "ticket.opened" | "ticket.replied" | "ticket.answered" | "ticket.closed" | "ticket.file_removed" | "token.created" | "token.changed" | "token.rotated" | "token.revoked" | "token.ended" | "webhook.added" | "webhook.changed" | "webhook.rotated" | "webhook.deleted" | "webhook.disabled" | "webhook.skipped" | "webhook.replayed" | "robot.added" | "robot.changed" | "robot.removed" | "robot.paused" | "robot.tried" | "log_stream.changed" | "log_stream.removed" | "log_stream.paused" | "activity.undone"; subject_kind: string; subject_id: string | null; subject_name: string; detail: string; undoable: boolean; undone_at: string | null })[]; total: number; more: boolean }
  }
  /** 企业的虚拟专线；默认不含已释放的。counts 为各状态的条数，随状态以外的筛选。page 只翻到前2000条，more 为真即还有而其后各页为空；要读取全部，以 after 代替 page：先给 null，再给上一次最后一行的编号，按编号排列（order 不起作用），more 为假即已读完。 lines:read */
  getCompanyVplList: {
    input: { state?: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released"; region_id?: string; access_way_id?: string; group_id?: string; without_group?: boolean; ends_from?: string; ends_to?: string; keyword?: string; order?: "created" | "ends"; page?: number; page_size?: number; after?: string | null }
    output: { list: ({ svp_id: string; name: string; remark: string; state: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released"; suspend_reason: string | null; region_id: string; country: string; city: string; access_way_id: string; access_way: string; bandwidth: number | null; address: string | null; starts_at: string; ends_at: string; grace_ends_at: string | null; auto_renew: boolean; groups: ({ group_id: string; name: string })[] })[]; total: number; more: boolean; counts: Record<"unbound" | "active" | "expiring" | "expired" | "suspended" | "released", number> }
  }
  /** 专线按地区的分布，用于地图。 lines:read */
  getVplMap: {
    input: Record<string, never>
    output: { list: ({ region_id: string; code: string; country: string; city: string; latitude: number; longitude: number; lines: number; ending: number; unbound: number })[] }
  }
  /** 一条专线的全部。 lines:read */
  getCompanyVplDetail: {
    input: { svp_id: string }
    output: { svp_id: string; name: string; remark: string; state: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released"; suspend_reason: string | null; region_id: string; country: string; city: string; access_way_id: string; access_way: string; bandwidth: number | null; address: string | null; starts_at: string; ends_at: string; grace_ends_at: string | null; auto_renew: boolean; groups: ({ group_id: string; name: string })[]; gateway: string | null; bound_at: string | null; created_at: string; rebinds_left: number; people: number; order_id: string | null; order_number: string | null }
  }
  /** 一条专线的记录，最新的在前；含它所在专线组的权限变更。 lines:read */
  getVplLog: {
    input: { svp_id: string; page?: number; page_size?: number }
    output: { list: ({ action: "bought" | "tried" | "bound" | "rebound" | "moved" | "extended" | "unbound" | "renewed" | "renamed" | "remarked" | "auto_renew" | "suspended" | "resumed" | "released" | "access" | "permission"; actor_name: string; detail: string; created_at: string })[]; total: number }
  }
  /** 一条专线可以绑定的空闲地址。 lines:read */
  getVplIpList: {
    input: { svp_id: string; keyword?: string; page?: number; page_size?: number }
    output: { list: ({ ip_id: string; address: string; gateway: string })[]; total: number; more: boolean }
  }
  /** 给专线绑定一个空闲地址；已有地址的则更换，每月有次数限制，原地址进入冷却。 lines:change */
  bindCompanyVpl: {
    input: { svp_id: string; ip_id: string }
    output: { svp_id: string; name: string; remark: string; state: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released"; suspend_reason: string | null; region_id: string; country: string; city: string; access_way_id: string; access_way: string; bandwidth: number | null; address: string | null; starts_at: string; ends_at: string; grace_ends_at: string | null; auto_renew: boolean; groups: ({ group_id: string; name: string })[]; gateway: string | null; bound_at: string | null; created_at: string; rebinds_left: number; people: number; order_id: string | null; order_number: string | null; activity_id?: string }
  }
  /** 修改专线的名称（仅一条时）、备注、自动续费。自动续费在到期前生成续费订单，余额足够时从余额扣款，不足时通知管理员付款。 lines:change */
  setCompanyVpl: {
    input: { svp_ids: (string)[]; name?: string; remark?: string; seen?: { name?: string; remark?: string; auto_renew?: boolean } }
    output: { changed: number }
  }
  /** 专线组，与各组的专线数、部门数、员工数。 lines:read */
  getVplGroupList: {
    input: Record<string, never>
    output: { list: ({ group_id: string; name: string; remark: string; lines: number; departments: number; employees: number })[] }
  }
  /** 一个专线组的专线、部门与员工，各带授权的期限与时段；people 为实际可以使用的人数（部门含下级）。 lines:read */
  getVplGroupDetail: {
    input: { group_id: string }
    output: { group_id: string; name: string; remark: string; lines: ({ svp_id: string; name: string; city: string; state: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released" })[]; departments: ({ until: string | null; hours: string | null; dept_id: string; dept_path: string })[]; employees: ({ employee_id: string; name: string; dept_path: string | null; until: string | null; hours: string | null })[]; people: number }
  }
  /** 新建专线组（不带 group_id），或修改名称与备注；只改动带上的项。 lines:change */
  setVplGroup: {
    input: { group_id?: string; name?: string; remark?: string; seen?: { name?: string; remark?: string } }
    output: { group_id: string }
  }
  /** 删除专线组；谁会失去权限见 planAccess。 lines:change */
  deleteVplGroup: {
    input: { group_id: string }
    output: { group_id: string; activity_id?: string }
  }
  /** 设定专线组里的专线（svp_ids 为全部），或只移出几条（remove_svp_ids）、加入几条（add_svp_ids），其余保持原样；谁会获得、谁会失去见 planAccess。 lines:change */
  setVplGroupLines: {
    input: { group_id: string; svp_ids?: (string)[]; add_svp_ids?: (string)[]; remove_svp_ids?: (string)[] }
    output: { group_id: string; activity_id?: string }
  }
  /** 设定谁可以使用专线组：部门（含下级）与员工（dept_ids、employee_ids 各为全部，不带则不变），或只移出几个（remove_dept_ids、remove_employee_ids）、加入几个（add_dept_ids、add_employee_ids），其余保持原样；times 为其中一些授权的期限与时段，未列出的保持原样。谁会获得、谁会失去见 planAccess。 lines:change */
  setVplGroupMembers: {
    input: { group_id: string; dept_ids?: (string)[]; employee_ids?: (string)[]; add_dept_ids?: (string)[]; add_employee_ids?: (string)[]; remove_dept_ids?: (string)[]; remove_employee_ids?: (string)[]; times?: ({ id: string; until: string | null; hours: string | null })[] }
    output: { group_id: string; activity_id?: string }
  }
  /** 一项会改变使用权限的操作，在保存之前说明谁获得、谁失去哪些能用的专线（没有时长的人、现在不能用的专线另列），哪些设备因此能连接或不能再连接，以及失去的人里谁在最近 90 天真正用过。call 为那个调用，input 为它的输入（不含管理员验证码）；照做一遍而不提交，因此与保存之后一致。它会拒绝的，也以同样的应答码拒绝。 任何更改的权限 */
  planAccess: {
    input: { call: "setDepartment" | "batchSetDepartment" | "addCompanyUser" | "commitEmployeeImport" | "setCompanyUser" | "delCompanyUser" | "handOverEmployee" | "setCompanyUserService" | "reclaimService" | "deviceAudit" | "deviceAuthStatusChange" | "deviceRemove" | "bindCompanyVpl" | "deleteVplGroup" | "setVplGroupLines" | "setVplGroupMembers" | "approveRequest" | "applyTemplate" | "undoActivity"; input: Record<string, unknown> }
    output: { gained: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; unserved: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; idle: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; lost: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; retimed: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; joining: { people: number; list: ({ employee_id: string; name: string; dept_path: string | null; lines: number; line_names: (string)[]; times: string })[] }; connects: { devices: number; list: ({ device_id: string; name: string; employee_name: string; lines: number })[] }; disconnects: { devices: number; list: ({ device_id: string; name: string; employee_name: string; lines: number })[] }; used: { people: number; list: ({ employee_id: string; name: string; lines: number; line_names: (string)[]; last_at: string })[] }; undoable: boolean }
  }
  /** 一名员工为什么能或不能在一台设备上使用一条专线：逐项条件、第一个不满足的、由谁处理。不带设备或专线时，相应的条件为 open。 lines:read */
  explainAccess: {
    input: { employee_id: string; device_id?: string; svp_id?: string }
    output: { allowed: boolean; conditions: ({ condition: "account" | "employment" | "hours" | "verification" | "consent" | "device" | "device_limit" | "client" | "grant" | "line" | "times" | "company"; state: "met" | "failed" | "open"; text: string; mend: { by: "manager" | "employee" | "provider"; how: string } | null })[]; first: "account" | "employment" | "hours" | "verification" | "consent" | "device" | "device_limit" | "client" | "grant" | "line" | "times" | "company" | null; person: { employee_id: string; name: string; dept_path: string | null }; device: { device_id: string; name: string } | null; line: { svp_id: string; name: string } | null; devices: ({ device_id: string; name: string; usable: boolean })[]; reasons: ({ group_id: string; group_name: string; dept_path: string | null; until: string | null; hours: string | null; holds: boolean })[] }
  }
  /** 一名员工可以使用的专线，与为什么。 lines:read */
  getEmployeeVplList: {
    input: { employee_id: string; page?: number; page_size?: number }
    output: { list: ({ svp_id: string; name: string; city: string; address: string | null; state: "unbound" | "active" | "expiring" | "expired" | "suspended" | "released"; reasons: ({ group_id: string; group_name: string; dept_path: string | null; until: string | null; hours: string | null; holds: boolean })[] })[]; total: number }
  }
  /** 谁有权使用一条专线，与为什么；at 为过去的某一刻时，答复当时的情况。usable 为专线本身（那时）能否使用。 lines:read */
  getVplUserList: {
    input: { svp_id: string; at?: string; page?: number; page_size?: number }
    output: { list: ({ employee_id: string; name: string; dept_path: string | null; reasons: ({ group_id: string; group_name: string; dept_path: string | null; until: string | null; hours: string | null; holds: boolean })[] })[]; total: number; usable: boolean; known_since: string }
  }
  /** 下单前的报价：原价、套餐优惠、优惠券、应付。什么都不保存。 orders:read */
  quoteOrder: {
    input: { kind: "purchase" | "renewal"; items?: ({ sku_id: string; package_type_id: string; quantity: number })[]; svp_ids?: (string)[]; days?: number; until?: string }
    output: { product: "hours" | "line" | "balance"; list_amount: number; package_discount: number; coupon_discount: number; payable: number; items: ({ sku_id: string; name: string; region_name: string | null; access_way_name: string | null; bandwidth: number | null; days: number; quantity: number; discount_percent: number; unit_price: number; list_amount: number; amount: number; svp_id: string | null; line_name: string | null; old_ends_at: string | null; new_ends_at: string | null })[]; coupon_problem: string; best_coupon: { coupon_id: string; name: string; discount: number } | null; short: ({ sku_id: string; stock: number })[] }
  }
  /** 下单：锁定库存与优惠券。同一 request_key 重复提交得到同一订单；同一 request_key 换了内容则拒绝。line_wishes 为新购的专线选名称、地址与专线组，仅限管理员；地址不预留，付款后即绑定，被占用则在订单里说明。半小时内付款。令牌下的订单会通知管理员；续费单三天内付款，但不晚于专线保留到的时间（至少半小时）；同一条专线的续费单支付或取消之前不能再下；待支付的订单达到 10 个就不再下。 orders:change */
  createOrder: {
    input: { kind: "purchase" | "renewal"; items?: ({ sku_id: string; package_type_id: string; quantity: number })[]; svp_ids?: (string)[]; days?: number; until?: string; request_key: string; payable?: number }
    output: { order_id: string; order_number: string; state: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; payable: number; pays_until: string }
  }
  /** 订单，最新的在前；不含已删除的。total 只数到上限，更多时 more 为真。翻页时带上 counted 就不再数。 orders:read */
  getOrderList: {
    input: { state?: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; kind?: "purchase" | "renewal"; product?: "hours" | "line" | "balance"; keyword?: string; from?: string; to?: string; page?: number; page_size?: number; counted?: { total: number; more: boolean } }
    output: { list: ({ order_id: string; order_number: string; kind: "purchase" | "renewal"; product: "hours" | "line" | "balance"; state: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; subject: string; list_amount: number; package_discount: number; coupon_discount: number; payable: number; returned_amount: number; refunded_amount: number; buyer_name: string; created_at: string; pays_until: string; paid_at: string | null; joint: boolean; proposed_until: string | null; operas: ("pay" | "cancel" | "delete" | "refund" | "renew")[] })[]; total: number; more: boolean }
  }
  /** 一个订单的全部：明细、经过、支付、退款、发票。 orders:read */
  getOrderDetailByOrderId: {
    input: { order_id: string }
    output: { order_id: string; order_number: string; kind: "purchase" | "renewal"; product: "hours" | "line" | "balance"; state: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; subject: string; list_amount: number; package_discount: number; coupon_discount: number; payable: number; returned_amount: number; refunded_amount: number; buyer_name: string; created_at: string; pays_until: string; paid_at: string | null; joint: boolean; proposed_until: string | null; operas: ("pay" | "cancel" | "delete" | "refund" | "renew")[]; fulfilled_at: string | null; ended_at: string | null; items: ({ sku_id: string; name: string; region_name: string | null; access_way_name: string | null; bandwidth: number | null; days: number; quantity: number; discount_percent: number; unit_price: number; list_amount: number; amount: number; svp_id: string | null; line_name: string | null; old_ends_at: string | null; new_ends_at: string | null })[]; coupon: { coupon_id: string; name: string; valid_until: string } | null; lines: ({ svp_id: string; name: string; address: string | null; unkept: string })[]; wishes: ({ position: number; name: string | null; address: string | null; group_name: string | null })[]; events: ({ from: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded" | null; to: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; actor_name: string; note: string; at: string })[]; payments: ({ payment_id: string; gateway: "sandbox" | "alipay" | "wechat" | "transfer" | "balance"; state: "created" | "paid" | "failed" | "closed" | "refunded"; amount: number; out_trade_no: string; created_at: string; paid_at: string | null; received: number; arrived_amount: number | null })[]; refunds: ({ refund_id: string; kind: "requested" | "unused" | "goodwill" | "surplus" | "mismatch"; state: "asked" | "sending" | "done" | "rejected" | "failed"; withdrawn: boolean; amount: number; reason: string; note: string; asked_at: string; done_at: string | null; credit_number: string | null; line_names: (string)[]; withdrawable: boolean })[]; invoice: { invoice_id: string; state: "asked" | "issued" | "rejected" | "withdrawn" | "reversed" } | null; pays: ({ order_id: string; order_number: string; subject: string; payable: number; state: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded" })[] }
  }
  /** 一条专线的订单：购买它的，与每一次续费；最新的在前。 orders:read */
  getOrderInfoBySvpId: {
    input: { svp_id: string }
    output: { list: ({ order_id: string; order_number: string; kind: "purchase" | "renewal"; product: "hours" | "line" | "balance"; state: "pending" | "paid" | "fulfilled" | "cancelled" | "closed" | "refunding" | "refunded"; subject: string; list_amount: number; package_discount: number; coupon_discount: number; payable: number; returned_amount: number; refunded_amount: number; buyer_name: string; created_at: string; pays_until: string; paid_at: string | null; joint: boolean; proposed_until: string | null; operas: ("pay" | "cancel" | "delete" | "refund" | "renew")[] })[] }
  }
  /** 企业的预存余额（分），可以支付订单；自动续费到期前由它扣款。 orders:read */
  getBalance: {
    input: Record<string, never>
    output: { amount: number }
  }
  /** 余额流水：充值、支付、退款、充值退款、更正，最新的在前；只增不改。 orders:read */
  getBalanceLedger: {
    input: { kind?: "topup" | "payment" | "refund" | "withdrawal" | "correction"; from?: string; to?: string; page?: number; page_size?: number }
    output: { list: ({ entry_id: string; kind: "topup" | "payment" | "refund" | "withdrawal" | "correction"; amount: number; balance_after: number; order_id: string | null; order_number: string | null; actor_name: string; note: string; created_at: string })[]; total: number; more: boolean }
  }
}

/** The path of each call. A change takes a key by which the portal recognizes a repetition. */
export const routes: Record<keyof Calls, { path: string; change?: true; safe?: true }> = {
  getOwnToken: { path: '/v1/company/getOwnToken', safe: true },
  getDirectory: { path: '/v1/company/getDirectory', safe: true },
  fetchDirectory: { path: '/v1/company/fetchDirectory', change: true, safe: true },
  runDirectory: { path: '/v1/company/runDirectory', change: true },
  getCompanyInfo: { path: '/v1/company/getCompanyInfo', safe: true },
  getDeptListByCompanyId: { path: '/v1/department/getDeptListByCompanyId', safe: true },
  setDepartment: { path: '/v1/department/setDepartment', change: true, safe: true },
  batchSetDepartment: { path: '/v1/department/batchSetDepartment', change: true, safe: true },
  delDepartment: { path: '/v1/department/delDepartment', change: true, safe: true },
  getCompanyUserList: { path: '/v1/company/getCompanyUserList', safe: true },
  addCompanyUser: { path: '/v1/company/addCompanyUser', change: true, safe: true },
  getCompanyUserDetail: { path: '/v1/company/getCompanyUserDetail', safe: true },
  setCompanyUser: { path: '/v1/company/setCompanyUser', change: true, safe: true },
  inviteCompanyUser: { path: '/v1/company/inviteCompanyUser', change: true, safe: true },
  delCompanyUser: { path: '/v1/company/delCompanyUser', change: true, safe: true },
  handOverEmployee: { path: '/v1/company/handOverEmployee', change: true, safe: true },
  setCompanyUserService: { path: '/v1/company/setCompanyUserService', change: true, safe: true },
  reclaimService: { path: '/v1/company/reclaimService', change: true, safe: true },
  getServiceBalance: { path: '/v1/company/getServiceBalance', safe: true },
  getServiceLedger: { path: '/v1/company/getServiceLedger', safe: true },
  getDeviceList: { path: '/v3/device/getDeviceList', safe: true },
  getDeviceDetail: { path: '/v3/device/getDeviceDetail', safe: true },
  getDeviceLog: { path: '/v3/device/getDeviceLog', safe: true },
  deviceRemove: { path: '/v3/device/deviceRemove', change: true, safe: true },
  getCompanyData: { path: '/v2/company/getCompanyData', safe: true },
  getCompanyActivity: { path: '/v1/company/getCompanyActivity', safe: true },
  getCompanyVplList: { path: '/v1/company/getCompanyVplList', safe: true },
  getVplMap: { path: '/v1/company/getVplMap', safe: true },
  getCompanyVplDetail: { path: '/v1/company/getCompanyVplDetail', safe: true },
  getVplLog: { path: '/v1/company/getVplLog', safe: true },
  getVplIpList: { path: '/v1/company/getVplIpList', safe: true },
  bindCompanyVpl: { path: '/v1/company/bindCompanyVpl', change: true, safe: true },
  setCompanyVpl: { path: '/v1/company/setCompanyVpl', change: true, safe: true },
  getVplGroupList: { path: '/v1/company/getVplGroupList', safe: true },
  getVplGroupDetail: { path: '/v1/company/getVplGroupDetail', safe: true },
  setVplGroup: { path: '/v1/company/setVplGroup', change: true, safe: true },
  deleteVplGroup: { path: '/v1/company/deleteVplGroup', change: true, safe: true },
  setVplGroupLines: { path: '/v1/company/setVplGroupLines', change: true, safe: true },
  setVplGroupMembers: { path: '/v1/company/setVplGroupMembers', change: true, safe: true },
  planAccess: { path: '/v1/company/planAccess', safe: true },
  explainAccess: { path: '/v1/company/explainAccess', safe: true },
  getEmployeeVplList: { path: '/v1/company/getEmployeeVplList', safe: true },
  getVplUserList: { path: '/v1/company/getVplUserList', safe: true },
  quoteOrder: { path: '/v1/order/quoteOrder', safe: true },
  createOrder: { path: '/v1/order/createOrder', change: true, safe: true },
  getOrderList: { path: '/v1/order/getOrderList', safe: true },
  getOrderDetailByOrderId: { path: '/v1/order/getOrderDetailByOrderId', safe: true },
  getOrderInfoBySvpId: { path: '/v1/order/getOrderInfoBySvpId', safe: true },
  getBalance: { path: '/v1/balance/getBalance', safe: true },
  getBalanceLedger: { path: '/v1/balance/getBalanceLedger', safe: true },
}

/** The names of events. */
export type EventName = 'company.created' | 'company.changed' | 'company.corrected' | 'company.terminal_approval' | 'company.frozen' | 'company.unfrozen' | 'company.closing_requested' | 'company.closing_withdrawn' | 'company.closed' | 'company.hours_purchased' | 'company.hours_gifted' | 'company.hours_corrected' | 'company.import_started' | 'company.pack_requested' | 'company.pack_opened' | 'trial.requested' | 'trial.declined' | 'trial.ended' | 'department.added' | 'department.changed' | 'department.deleted' | 'employee.added' | 'employee.joined' | 'employee.declined' | 'employee.lapsed' | 'employee.changed' | 'employee.moved' | 'employee.role' | 'employee.disabled' | 'employee.enabled' | 'employee.account_disabled' | 'employee.account_enabled' | 'employee.invited' | 'employee.assigned' | 'employee.reclaimed' | 'employee.handed_over' | 'employee.removed' | 'employee.left' | 'employee.access' | 'template.saved' | 'template.deleted' | 'template.applied' | 'request.made' | 'request.withdrawn' | 'request.approved' | 'request.refused' | 'request.lapsed' | 'directory.changed' | 'directory.started' | 'directory.fetched' | 'directory.compared' | 'directory.halted' | 'directory.stopped' | 'login.held' | 'login.approved' | 'login.rejected' | 'sign_in.changed' | 'sign_in.switched' | 'sign_in.domain_added' | 'sign_in.domain_proved' | 'sign_in.domain_removed' | 'sign_in.linked' | 'sign_in.unlinked' | 'sign_in.bypassed' | 'device.registered' | 'device.approved' | 'device.rejected' | 'device.audit_undone' | 'device.authorized' | 'device.suspended' | 'device.handed_over' | 'device.removed' | 'shop.added' | 'shop.changed' | 'shop.imported' | 'shop.settings' | 'line.bought' | 'line.bound' | 'line.rebound' | 'line.moved' | 'line.extended' | 'line.unbound' | 'line.renewed' | 'line.renamed' | 'line.remarked' | 'line.auto_renew' | 'line.suspended' | 'line.resumed' | 'line.released' | 'line.tried' | 'line.access' | 'group.added' | 'group.changed' | 'group.deleted' | 'order.placed' | 'order.payment_started' | 'order.voucher_submitted' | 'order.paid' | 'order.cancelled' | 'order.closed' | 'order.refunding' | 'order.part_refunding' | 'order.part_refunded' | 'order.refund_rejected' | 'order.refund_withdrawn' | 'order.refunded' | 'order.hidden' | 'proposal.sent' | 'proposal.accepted' | 'proposal.reopened' | 'proposal.declined' | 'proposal.withdrawn' | 'proposal.expired' | 'balance.topped_up' | 'balance.paid' | 'balance.refunded' | 'balance.withdrawn' | 'balance.corrected' | 'coupon.claimed' | 'coupon.received' | 'invoice.requested' | 'invoice.automatic_set' | 'invoice.withdrawn' | 'invoice.issued' | 'invoice.rejected' | 'invoice.red_issued' | 'invoice.reversed' | 'invoice_title.saved' | 'invoice_title.deleted' | 'ticket.opened' | 'ticket.replied' | 'ticket.answered' | 'ticket.closed' | 'ticket.file_removed' | 'token.created' | 'token.changed' | 'token.rotated' | 'token.revoked' | 'token.ended' | 'webhook.added' | 'webhook.changed' | 'webhook.rotated' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.skipped' | 'webhook.replayed' | 'robot.added' | 'robot.changed' | 'robot.removed' | 'robot.paused' | 'robot.tried' | 'log_stream.changed' | 'log_stream.removed' | 'log_stream.paused' | 'activity.undone'

/** The meaning of each answer’s code. */
export const codes: Record<number, string> = {
  [200]: "成功",
  [400]: "请求不是合法的 JSON",
  [404]: "没有这个接口",
  [408]: "请求超时，请重试",
  [413]: "提交的内容过大",
  [415]: "不支持的内容类型",
  [429]: "请求过于频繁，请稍后再试",
  [431]: "请求头过大",
  [500]: "服务出现问题，请稍后重试",
  [503]: "服务暂时不可用，请稍后重试",
  [-41001]: "账号或密码错误，剩余尝试次数：",
  [-41002]: "尝试次数过多，请稍后再试，还需等待秒数：",
  [-41003]: "缺少参数或参数格式不正确",
  [-41004]: "登录已过期，请重新登录",
  [-41005]: "验证码错误或已过期，请重新获取",
  [-41006]: "验证码发送过于频繁，请稍后再试，还需等待秒数：",
  [-41007]: "今日验证码发送次数已达上限，请明日再试",
  [-41008]: "该手机号已注册，请直接登录",
  [-41009]: "账号已停用，请联系客服",
  [-41010]: "两次输入的密码不一致",
  [-41011]: "密码过于常见，请换一个更安全的密码",
  [-41012]: "密码不正确，剩余尝试次数：",
  [-41013]: "该手机号已被其他账号使用",
  [-41014]: "请先完成安全验证",
  [-41015]: "短信服务暂时不可用，请稍后再试",
  [-41016]: "您的登录已在别处被结束，请重新登录",
  [-41017]: "没有权限执行此操作",
  [-41019]: "登录刚刚刷新过",
  [-41020]: "重复提交的内容与上次不一致，请核对后重新填写",
  [-41021]: "上一次提交仍在处理，请稍后重试",
  [-41022]: "为了账号安全，请先再次验证身份",
  [-41024]: "您的角色不能做这件事，请联系企业管理员",
  [-41023]: "保存的视图已达到上限，请先删除不用的",
  [-41030]: "通行密钥不正确或已被移除，请改用密码，剩余尝试次数：",
  [-41031]: "通行密钥的验证已超时，请重试",
  [-41032]: "通行密钥无法登记，请换一个浏览器或设备重试",
  [-41033]: "本站的网址不支持通行密钥，请使用密码",
  [-41034]: "该通行密钥已登记，无需重复添加",
  [-41035]: "通行密钥数量已达上限，请先移除不用的，最多：",
  [-41036]: "通行密钥不存在或已被移除",
  [-41040]: "这是新的浏览器或客户端，须由企业的另一位管理员批准。已通知他们，批准后请再次登录",
  [-41041]: "企业的管理员拒绝了这次登录，请与其联系",
  [-41042]: "该登录申请不存在、已处理或已失效，请刷新后查看",
  [-41043]: "至少有两名在职的管理员才能开启，否则没有人可以批准",
  [-41044]: "只有企业的所有者可以这样做",
  [-41045]: "不能批准自己的登录，请由其他管理员批准",
  [-41046]: "这是新的浏览器或客户端，须由企业的另一位管理员批准。等待批准的登录已有5个，这一次没有登记，请联系他们处理后再次登录",
  [-41051]: "令牌不正确、已到期或已失效",
  [-41052]: "令牌没有使用这个接口的权限",
  [-41053]: "令牌不能从这个网络使用",
  [-41054]: "只能用于所限部门里的员工（不含管理员）与设备，请重新选择",
  [-41055]: "令牌数量已达上限，请先撤销不用的，最多：",
  [-41056]: "令牌不存在或已失效，请刷新后查看",
  [-41018]: "账号仍是企业所有者，请先把企业转让给另一名成员",
  [-42001]: "已提交实名认证，正在审核中",
  [-42002]: "已通过实名认证，无需重复提交",
  [-42003]: "该证件已被其他账号认证",
  [-42004]: "该企业已注册，请联系企业管理员添加您为员工",
  [-42005]: "未找到上传的营业执照，请重新上传",
  [-42006]: "企业已被冻结，请联系客服",
  [-42007]: "企业认证以您的身份为依据，请先转让企业，再撤回同意",
  [-42009]: "姓名与身份证号不一致，请核对后重新填写",
  [-42010]: "今日核验次数已用完，请明日再试或联系客服，每日至多次数：",
  [-42008]: "没有可以撤回的同意",
  [-43001]: "推广码不存在",
  [-43002]: "推广码不在有效期内",
  [-43003]: "推广码的使用次数已达上限",
  [-44001]: "未找到安装包",
  [-44002]: "文章不存在或已下线",
  [-45001]: "不支持的文件类型，请上传 JPG、PNG 或 PDF",
  [-45002]: "文件过大，请压缩后重试，最大兆字节数：",
  [-45003]: "文件内容已损坏，无法识别",
  [-45004]: "上传的文件过多，请稍后再试",
  [-46001]: "部门不存在",
  [-46002]: "同级已有同名部门",
  [-46003]: "部门最多五级",
  [-46004]: "不能移到自己或自己的下级部门之下",
  [-46005]: "部门下还有员工或下级部门，请先移走，数量：",
  [-46006]: "部门已达上限，请先删除不用的部门，最多：",
  [-47001]: "员工不存在或已被移除",
  [-47002]: "工号已被其他员工使用",
  [-47003]: "企业至少保留一名管理员，所有者须先转让",
  [-47004]: "该员工尚未同意加入",
  [-47005]: "不能对自己执行此操作",
  [-47006]: "只有所有者可以转让企业",
  [-47007]: "已停用的员工不能分配时长，请先恢复：",
  [-47008]: "已谢绝或邀请已过期的人不能预留时长，请先再次邀请：",
  [-47010]: "表格无法读取，请使用模板填写并保存为 .xlsx",
  [-47011]: "表格缺少列：",
  [-47012]: "表格没有数据，或超过最大行数：",
  [-47009]: "访客不能担任管理员，请先取消访客期限",
  [-47013]: "导入不存在或已过期，请重新上传",
  [-47014]: "导入已开始或已完成",
  [-47015]: "表格中仍有错误的行，请修正后重新上传，或只导入无误的行，错误行数：",
  [-47020]: "邀请已失效，请联系企业管理员重新发送",
  [-47021]: "今日邀请短信已达上限，请明日再试",
  [-47022]: "您已加入其他企业，退出后才能加入这家企业",
  [-47023]: "受邀的人已更换手机号，没有发送短信：请移除后按本人现在的手机号重新添加",
  [-47040]: "待处理的申请过多，请等管理员处理，或先撤回不需要的",
  [-47041]: "同样的申请已在等待处理",
  [-47042]: "申请不存在，或已处理、撤回、过期",
  [-47050]: "入职模板不存在或已删除",
  [-47051]: "已有同名的入职模板",
  [-47060]: "管理员已能做这些事，无需角色",
  [-47052]: "入职模板已达到上限，请先删除不用的",
  [-47030]: "企业剩余时长不足，还缺人天数：",
  [-47031]: "所选员工的到期日都不早于该日期",
  [-48001]: "设备不存在或已被移除",
  [-48002]: "设备数已达上限：",
  [-48010]: "账号不属于任何企业，请联系企业管理员",
  [-48011]: "该设备已登记在同事名下，请联系企业管理员",
  [-48012]: "企业已停用您的员工身份，请联系企业管理员",
  [-48013]: "您待审核的设备过多，请先联系企业管理员审核",
  [-48014]: "设备密钥与登记的不同，请联系企业管理员移除这台设备后重新登记",
  [-48015]: "请在桌面客户端里使用专线",
  [-48016]: "客户端版本过旧，请升级后重新登录",
  [-48017]: "设备证明不正确或已过期，请重新登录",
  [-48018]: "请先登录网页，在“我的服务”中同意个人信息出境，然后再使用专线",
  [-48019]: "请先登录网页，在“个人信息”的“实名认证”中完成本人的认证，通过之后再使用专线",
  [-49001]: "商品分类不存在",
  [-49002]: "商品规格不存在或已下架",
  [-49003]: "套餐不存在或不适用于该商品",
  [-49004]: "一个订单只能购买同一类商品",
  [-49005]: "续费后的到期日须晚于现在的到期日",
  [-49006]: "库存不足，请减少数量或更换地区，剩余：",
  [-49007]: "重复提交的内容与原订单不一致，请刷新后重试",
  [-49008]: "价格已更新，请确认新的价格后再提交",
  [-49010]: "订单不存在或已删除",
  [-49011]: "订单状态已变化，请刷新后重试",
  [-49012]: "已超过可申请退款的时间，或已使用，不能退款",
  [-49013]: "购买的时长已分配，请先收回后再申请退款，还差人天数：",
  [-49014]: "待支付的订单过多，请先支付或取消，最多：",
  [-49015]: "可退的天数或金额已变化，请确认新的金额后再提交",
  [-49016]: "超过这笔订单还可以退回的金额",
  [-49017]: "专线已有待支付的续费订单，请先支付或取消：",
  [-49020]: "优惠券不存在或已下架",
  [-49021]: "不在领取时间内",
  [-49022]: "已被领完",
  [-49023]: "已达到每家企业的领取上限",
  [-49024]: "优惠券不能用于此订单：",
  [-50001]: "请选择支付方式",
  [-50002]: "支付渠道暂时不可用，请稍后重试或更换支付方式",
  [-50003]: "该支付方式未开通",
  [-50004]: "支付不存在",
  [-50005]: "该支付不是对公转账，或已处理",
  [-50006]: "付款户名须与认证企业名称一致：",
  [-50007]: "未找到上传的凭证，请重新上传",
  [-50010]: "订单已超过支付时间，请重新下单",
  [-50030]: "没有这笔退款，或款项还没有退回",
  [-50020]: "余额不足，请先充值，还差：",
  [-50021]: "充值的余额已使用，不能退款，还差：",
  [-50022]: "所选订单中有不能支付的，请刷新后重新选择",
  [-50023]: "这个月还没有对账单",
  [-51001]: "发票抬头不存在",
  [-51002]: "专用发票须填写注册地址、电话、开户行与账号",
  [-51003]: "所选订单中有不能开票的，请刷新后重新选择",
  [-51004]: "该发票已处理，不能撤回",
  [-51006]: "这段日期里没有可以开票的订单",
  [-51005]: "发票抬头已达到上限，请先删除不再使用的，最多：",
  [-52001]: "专线不存在或已释放",
  [-52002]: "该地址刚刚被绑定，请另选一个",
  [-52003]: "本月更换地址的次数已用完，下月可再更换",
  [-52004]: "专线当前的状态不能绑定地址",
  [-52005]: "一次只能修改一条专线的名称",
  [-52006]: "该地区暂时没有可更换的地址，请稍后再试或联系客服",
  [-52020]: "已有试用申请或试用正在进行",
  [-52021]: "企业已使用过试用",
  [-52010]: "专线组不存在",
  [-52011]: "已有同名专线组",
  [-52012]: "专线组数量已达上限，请先删除不用的组",
  [-52013]: "专线组里的专线已达上限，最多：",
  [-54001]: "操作记录不存在",
  [-54002]: "该操作已撤销",
  [-54003]: "该操作不能撤销，或已超过可以撤销的时间",
  [-54004]: "情况已经变化，不能撤销：",
  [-56001]: "店铺不存在",
  [-56002]: "该平台已有相同编号的店铺",
  [-56003]: "店铺数量已达上限，请先联系客服",
  [-56004]: "表格中没有店铺，或行数超过上限：",
  [-56005]: "专线还没有地址，或没有用过这个地址，没有护照",
  [-56006]: "这段时间的连接记录过多，请缩短时间范围",
  [-56007]: "连接记录与链不符，不能出具护照，请联系客服",
  [-57001]: "附件不存在或已被使用，请重新上传",
  [-57002]: "工单不存在",
  [-57003]: "工单或跟进的状态已变化，请刷新后查看",
  [-57004]: "所选的同事已停用，或不能负责",
  [-57005]: "期限须晚于现在",
  [-57006]: "工单有了新的往来或改动，请看过后再提交",
  [-58001]: "已有一份合规包正在生成，请稍候",
  [-58002]: "合规包不存在、还没有生成，或已超过一天，请重新生成",
  [-59300]: "报价不存在",
  [-59301]: "报价的状态已变化，请刷新后查看",
  [-59302]: "报价已过有效期，请联系客服重新报价",
  [-59303]: "优惠券在报价的有效期之前到期，请缩短有效期或更换优惠券",
  [-55001]: "Webhook 不存在或已删除，请刷新后查看",
  [-55002]: "Webhook 的地址不能使用：",
  [-55003]: "Webhook 数量已达上限，请先删除不用的，最多：",
  [-55004]: "没有可以重发的事件，请刷新后查看",
  [-55005]: "事件已送达或已跳过，请刷新后查看",
  [-55006]: "还在签名的旧密钥已达上限，请等它们到期，或选择立即失效，最多：",
  [-59700]: "机器人不存在或已移除，请刷新后查看",
  [-59701]: "机器人的地址不能使用：",
  [-59702]: "机器人数量已达上限，请先移除不用的，最多：",
  [-59703]: "请填写加签密钥",
  [-59704]: "机器人已停用，请先启用",
  [-59705]: "保存的地址与密钥已不可用，请都重新填写",
  [-59706]: "链接不完整或不是本站发出的，请从群消息里重新打开",
  [-59707]: "链接已过期，请在“员工申请”里查看",
  [-59708]: "这项申请属于另一家企业，请换用该企业的管理员账号",
  [-59709]: "这项申请已不存在",
  [-59101]: "请填写客户端密钥",
  [-59102]: "企业登录没有启用或尚未设置，请用手机号与密码登录",
  [-59103]: "身份提供方不可用：",
  [-59104]: "请先测试登录，测试通过后才能启用",
  [-59105]: "请先验证至少一个邮箱域名",
  [-59106]: "该域名已登记",
  [-59107]: "域名数量已达上限，请先移除不用的，最多：",
  [-59108]: "域名不存在或已移除，请刷新后查看",
  [-59109]: "没有找到要求的 TXT 记录，生效可能需要几分钟：",
  [-59110]: "关联不存在或已解除，请刷新后查看",
  [-59111]: "这次企业登录已失效，请从登录页重新开始",
  [-59112]: "身份提供方没有让您登录：",
  [-59113]: "您的邮箱不属于企业已验证的域名：",
  [-59114]: "确认的时间已过，请重新从企业登录开始",
  [-59115]: "您不是该企业的在职员工，或账号已关联到另一个人",
  [-59116]: "您的企业要求使用企业登录",
  [-59201]: "还没有设置企业目录",
  [-59202]: "目录要停用或移除的人过多，已停下；请看过计划后再启用",
  [-59203]: "计划已变化，要停用或移除的人比看过的多，请重新查看",
  [-59117]: "您的企业要求使用企业登录。身份提供方不可用时，管理员可以用通行密钥，或密码加短信验证码登录，其他管理员会收到通知",
  [-59400]: "目录的来源不是企业微信、钉钉或飞书，请刷新后查看",
  [-59401]: "请填写应用密钥",
  [-59402]: "正在读取企业目录，读完后再试",
  [-59710]: "日志转发没有设置或已移除，请刷新后查看",
  [-59711]: "日志转发的地址不能使用：",
  [-59712]: "CA 证书无法识别，应为 PEM 格式（-----BEGIN CERTIFICATE----- 开头）",
  [-59720]: "合同模板里有无法识别的占位符：",
  [-59721]: "合同模板缺少占位符，补上后再发布：",
  [-59723]: "有关的发票不存在，请刷新后查看",
  [-59722]: "没有可以下载的合同：",
  [-59740]: "该地址已被占用或不在所购的地区，请另选一个",
  [-59741]: "该专线组已被删除，请另选一个",
  [-59742]: "所选的专线不在本次订单内，请重新选择",
  [-59725]: "发票正在开具，不能撤回，请稍后查看结果",
  [-59726]: "没有接入税务服务，请在电子税务局开具后登记",
  [-59790]: "这名员工担任控制台角色，请先取消其角色，再设访客期限",
  [-53001]: "请输入动态验证码",
  [-53002]: "动态验证码不正确，剩余尝试次数：",
  [-53003]: "请先绑定动态验证器",
  [-53004]: "操作员账号已停用，请联系负责人",
  [-53005]: "动态验证码不正确，请确认手机时间准确后重试",
  [-53006]: "验证器密钥已过期，请重新开始绑定",
  [-53010]: "不能审批自己提交的申请，须由另一位操作员处理",
  [-53011]: "该申请已被处理，请刷新后查看",
  [-53012]: "同一对象已有一条申请等待确认，请等它被确认或驳回",
  [-53013]: "已提交，等待另一位同事确认",
  [-53014]: "在申请提交之后才具有权限的操作员不能确认，请由其他同事确认",
  [-53015]: "请先修改初始密码",
  [-53016]: "您的账号、角色或密码由提交人设立或重置不久，不能确认其申请，请由其他同事确认",
  [-53017]: "没有另一位可以确认的操作员，请在服务器上用命令行处理",
  [-53020]: "操作未能完成",
  [-53021]: "记录不存在或已被删除，请刷新后查看",
  [-53022]: "内容已被其他人修改，请刷新后重试",
  [-53030]: "已有同名操作员",
  [-53032]: "不能停用自己或修改自己的角色，自己的登录在“我的账号”里结束",
  [-53100]: "该认证已被处理，请查看下一条",
  [-53101]: "请填写驳回的原因",
  [-53110]: "该争议已被处理或已失效，请刷新后查看",
  [-53111]: "申请人已被企业停用，不能移交设备",
  [-53112]: "申请人待审核的设备过多，须先由企业管理员审核，待审核台数：",
  [-53113]: "申请人使用中的设备已达上限，须先由企业管理员移除一台或提高上限：",
  [-53120]: "该企业的试用正在进行",
  [-53121]: "该企业已试用过，只有负责人填写原因后可再次开通",
  [-53200]: "金额不符：",
  [-53201]: "与应付金额一致，请改用“确认到账”",
  [-53202]: "文件不是可以读取的 XLSX 或 CSV，请从网银导出后上传；旧式 XLS 请先另存为 XLSX",
  [-53203]: "银行流水的内容无法识别：",
  [-53204]: "这笔差异已由他人处理，或已不存在",
  [-53205]: "只能读取昨天及以前、九十天以内的账单，并且该支付渠道须已启用",
  [-53301]: "企业的状态已变化，请刷新后查看",
  [-53302]: "新的所有者须是该企业的在职成员，不能是访客",
  [-53303]: "账号的状态已变化，请刷新后查看",
  [-53304]: "没有可显示的号码",
  [-53305]: "企业已注销",
  [-53400]: "该代码已被使用",
  [-53401]: "上级须为未归档的一级分类",
  [-53402]: "该分类已有相同天数的套餐",
  [-53500]: "已有企业领取，优惠、门槛、适用范围、有效期与发放方式不能再改；请复制为新的一种",
  [-53501]: "发放总量不能少于已领取的张数：",
  [-53502]: "赠送记录不存在或已过期，请重新提交名单",
  [-53503]: "名单中没有可以赠送的企业",
  [-53504]: "名单须有企业，且一次最多：",
  [-53505]: "无法读取名单，请使用文本、CSV 或 XLSX，每行一家企业",
  [-53506]: "正在向名单赠送这种优惠券，结束之前不能改优惠、门槛、适用范围、有效期与发放方式",
  [-53510]: "已有同名合作伙伴",
  [-53511]: "该推广码已存在，请换一个",
  [-53512]: "使用上限不能少于已使用的次数：",
  [-53513]: "该月尚未结束，下月起可以结算",
  [-53514]: "该月已结算，或晚于它的月份已结算",
  [-53515]: "没有需要结算的订单与更正",
  [-53516]: "合作已结束，请先恢复合作",
  [-53517]: "该结算单已登记付款，或没有应付的佣金",
  [-53600]: "已有使用该代码的地区",
  [-53601]: "已有使用该代码的接入方式",
  [-53610]: "请上传 CSV 文本文件（UTF-8）；电子表格请另存为“CSV UTF-8”",
  [-53611]: "该导入已确认或已放弃，不会再次执行",
  [-53612]: "没有可以导入的行",
  [-53620]: "安装包过大，最大（GB）：",
  [-53700]: "该网址名已被其他文章使用",
  [-53701]: "同一种类下已有同名或同网址名的分类",
  [-53702]: "分类下还有文章，请先移到其他分类，篇数：",
  [-53703]: "文章的状态已变化，请刷新后重试",
  [-53704]: "定时发布的时间须晚于现在",
  [-53705]: "该协议已有同名版本",
  [-53706]: "协议已发布，不能再修改，请新建版本",
  [-53707]: "结束时间须晚于开始时间和现在",
  [-53708]: "不支持的图片类型，请上传 JPG、PNG 或 WebP",
  [-53800]: "请选择不早于开始月份的结束月份，月数至多：",
}
