/** A text as a value of YAML: plain where that cannot be read as anything else, and in quotes otherwise. */
export function scalar(text: string): string {
  return /^[\w./][\w./ =@,+-]*$/.test(text) && !/ $/.test(text) ? text : JSON.stringify(text)
}
