/** SQL for the team in the metadata of a row of users; null if there is none or it is not a text. */
export const teamOfUser = `nullif(left(trim(
  case when json_typeof(metadata -> 'team') = 'string' then metadata ->> 'team' end), 200), '')`
