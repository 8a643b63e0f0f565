import '../account.css'
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useProfile } from '../use-profile.ts'
import { RealnameForm } from './realname-form.tsx'
import { ReviewState } from './review-state.tsx'

/** `/realname/yes` is the form, `/realname/no` what became of it. Each leads to the other when it does not apply. */
export function RealnamePage() {
  const { pathname } = useLocation()
  const asksForm = pathname.startsWith(paths.realname('yes'))
  const { data, refused, loading, reload } = useCall('getVerification', {})
  const profile = useProfile({ quiet: true })
  const status = profile.data?.user_status

  // Coming from the form, the answer at hand is older than what was just sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: changing between form and state asks again
  useEffect(() => {
    if (data) reload()
  }, [asksForm])

  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data || (loading && !asksForm)) return <Skeleton active paragraph={{ rows: 8 }} />
  const { verification, prefill } = data
  if (!verification && !asksForm) return <Navigate to={paths.realname('yes')} replace />
  if (verification && verification.state !== 'rejected' && asksForm)
    return <Navigate to={paths.realname('no')} replace />
  return asksForm ? (
    <RealnameForm rejected={verification?.reason ?? undefined} before={verification?.kind} prefill={prefill} />
  ) : (
    verification && <ReviewState verification={verification} status={status} />
  )
}
