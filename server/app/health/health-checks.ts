import { databaseChecks } from '#server/engines/health/database-checks.ts'
import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { jobChecks } from '#server/engines/health/job-checks.ts'
import { messageChecks } from '#server/engines/health/message-checks.ts'
import { replicaChecks } from '#server/engines/health/replica-checks.ts'
import { timeCheck } from '#server/engines/health/time-check.ts'
import { auditChecks } from '#server/modules/audit-log/health.ts'
import { chainChecks } from '#server/modules/connections/check-chains.ts'
import { paymentChecks } from '#server/modules/payments/health.ts'
import { ticketChecks } from '#server/modules/tickets/health.ts'
import { archiveChecks } from './archive-checks.ts'
import { certificateChecks } from './certificate-checks.ts'
import { clusterChecks } from './cluster-checks.ts'
import { hostChecks } from './host-checks.ts'
import { publicAddressCheck } from './public-address-check.ts'
import { storageChecks } from './storage-checks.ts'
import { sweepChecks } from './sweep-checks.ts'

/** All health checks, in the order of the page. */
export const healthChecks: readonly HealthCheck[] = [
  ...jobChecks,
  ...messageChecks,
  ...paymentChecks,
  ...ticketChecks,
  ...databaseChecks,
  timeCheck,
  ...clusterChecks,
  ...sweepChecks,
  ...chainChecks,
  ...hostChecks,
  ...storageChecks,
  ...archiveChecks,
  ...auditChecks,
  ...replicaChecks,
  publicAddressCheck,
  ...certificateChecks,
]
