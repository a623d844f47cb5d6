#!/bin/sh
# Starts a Slurm cluster of two virtual nodes on this machine, to try the scripts on.
#
#   virtual-slurm.sh start DIR | kill-node N DIR | stop DIR      (as root)
#
# Needs Debian's packages slurmctld, slurmd, slurm-client and munge.
set -eu
command=$1
for last; do dir=$last; done
export SLURM_CONF=$dir/slurm.conf

start() {
  mkdir -p "$dir/state" /run/munge
  chown munge: /run/munge
  [ -e /etc/munge/munge.key ] || mungekey
  runuser -u munge -- munged
  host=$(hostname -s)
  cat > "$SLURM_CONF" <<CONF
ClusterName=virtual
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
AuthType=auth/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobRequeue=1
ReturnToService=2
SlurmdTimeout=15
MinJobAge=600
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=17001-17002 CPUs=1 RealMemory=4000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  slurmctld -f "$SLURM_CONF"
  for node in n1 n2; do
    mkdir -p "$dir/spool-$node"
    slurmd -f "$SLURM_CONF" -N "$node"
  done
}

# Kills a node as a power failure would: its daemon, its step daemons and its tasks, all at once, so
# that none of them can report the end of another.
kill_node() {
  node=$1
  victims=$(cat "$dir/slurmd-$node.pid")
  for pid in $(pgrep slurmstepd) $(pgrep -x arena); do
    if tr '\0' '\n' 2>/dev/null < "/proc/$pid/environ" | grep -qx "SLURMD_NODENAME=$node" ||
      tr '\0' ' ' 2>/dev/null < "/proc/$(parent "$pid")/environ" | grep -q "SLURMD_NODENAME=$node"; then
      victims="$victims $pid"
    fi
  done
  # The step daemon does not carry its node's name; the task below it does.
  for pid in $victims; do
    parent=$(parent "$pid")
    [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ] && victims="$parent $victims"
  done
  # shellcheck disable=SC2086
  kill -KILL $victims
}

parent() { awk '/^PPid:/ {print $2}' "/proc/$1/status" 2>/dev/null || echo 1; }

stop() {
  for file in "$dir"/slurmd-*.pid "$dir/slurmctld.pid" /run/munge/munged.pid; do
    [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null || true
  done
}

case $command in
  start) start ;;
  kill-node) kill_node "$2" ;;
  stop) stop ;;
  *) echo "usage: $0 start DIR | kill-node N DIR | stop DIR" >&2; exit 2 ;;
esac
