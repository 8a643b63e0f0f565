import type { Database } from '#server/database/database.ts'

/** One open dispute and one decided by support. They refer to devices of devices.ts and need the operators. */
const disputes = [
  {
    holder: '13800000025',
    device: '直播间备用机',
    claimant: '13800000027',
    times: 46,
    first: 29,
    last: 1,
    decided: null,
    reason: null,
  },
  {
    holder: '13800000033',
    device: '测试用 Pixel 9',
    claimant: '13800000034',
    times: 8,
    first: 310,
    last: 306,
    decided: 290,
    reason: '测试机由技术部统一领用，资产编号登记在肖亦凡名下。',
  },
]

export const insertDisputes = (database: Database) =>
  database.change`
    insert into device_dispute (company_id, device_id, device_name, holder_id, holder_name, claimant_id, claimant_name,
      reported_name, reported_ip, times, first_at, last_at, state, reason, decided_by, decided_at)
    select device.company_id, device.id, device.name, holder.id, holder.name, claimant.id, claimant.name, device.name,
      '203.0.113.18', input.times, now() - make_interval(hours => input.first), now() - make_interval(hours => input.last),
      case when input.decided is null then 'open' else 'rejected' end, input.reason,
      case when input.decided is not null then 'operator:' || operator.id end,
      now() - make_interval(hours => input.decided)
    from jsonb_to_recordset(${JSON.stringify(disputes)}::jsonb) as input (holder text, device text, claimant text,
      times integer, first integer, last integer, decided integer, reason text)
    join employee holder on holder.phone = input.holder
    join employee claimant on claimant.phone = input.claimant and claimant.company_id = holder.company_id
    join device on device.company_id = holder.company_id and device.employee_id = holder.id and device.name = input.device
    join operator on operator.name = 'support'`
