import { useEffect } from 'react'
import { session } from '#web/session.ts'
import { useCall } from '#web/ui/use-call.ts'

/**
 * The account as the server knows it now; until it answers, as it was stored. Keeps the stored copy and the role in step:
 * a verification may have been approved, or a manager removed, since the login.
 */
export function useProfile(options: { quiet?: boolean } = {}) {
  const called = useCall('wGetUserInfo', {}, options)
  const { data } = called
  useEffect(() => {
    if (!data) return
    session.keepUserInfo(data.user_info)
    session.keepPhone(data.user_info.phone)
    session.setManager(data.user_info.is_company_manager)
  }, [data])
  return { ...called, info: data?.user_info ?? session.userInfo() }
}
