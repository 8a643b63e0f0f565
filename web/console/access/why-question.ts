/** The part of the question that the page knows; the rest is chosen in the drawer. */
export interface WhyQuestion {
  employee?: { employee_id: string; name: string } | undefined
  device_id?: string | undefined
  line?: { svp_id: string; name: string } | undefined
}
