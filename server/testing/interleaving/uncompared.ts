/** Tables that the interleavings don't compare, each with the reason. Every other table of the catalogue is compared. */
const reasons: Record<string, readonly string[]> = {
  'Triggers add up there what is in rows that are compared, in as many rows as there were changes.': [
    ...['device_count', 'employee_count', 'line_count', 'order_count', 'place_count'],
    ...['service_block_count', 'service_end_count', 'service_entry_count'],
  ],
  'Jobs write them whenever they come to it, or they are on their way to other replicas.': [
    ...['company_change', 'pending_notification', 'sms_message', 'demo_outbox', 'replica', 'service_outcome', 'sweep'],
  ],
  'They count attempts, also those that are refused.': ['limit_counter', 'code_allowance', 'login_throttle'],
  'It says once a minute when an operator was last seen.': ['operator_session'],
  'Each request has a key of its own.': ['idempotency_key'],
}

export const uncompared = new Set(Object.values(reasons).flat())
