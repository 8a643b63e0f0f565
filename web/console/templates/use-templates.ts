import { useCall } from '#web/data/use-call.ts'

/** The company's templates, and the names of its groups of lines. */
export function useTemplates() {
  const called = useCall('getTemplateList', {})
  const groups = useCall('getVplGroupList', {})
  return {
    templates: called.data?.list,
    groups: new Map(groups.data?.list.map(({ group_id, name }) => [group_id, name])),
    found: called,
    groupsFound: groups,
  }
}
