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

# Kills a node as a power failure would: its daemon, its step daemons and its tasks.
kill_node() {
  node=$1
  daemon=$(cat "$dir/slurmd-$node.pid")
  for pid in $(pgrep -f "slurmstepd.*") ; do
    tr '\0' '\n' < "/proc/$pid/environ" 2>/dev/null | grep -q "SLURMD_NODENAME=$node" && kill_tree "$pid"
  done
  for pid in $(pgrep -x arena); do
    tr '\0' '\n' < "/proc/$pid/environ" 2>/dev/null | grep -q "SLURMD_NODENAME=$node" && kill -KILL "$pid"
  done
  kill -KILL "$daemon"
}

kill_tree() {
  for child in $(pgrep -P "$1"); do kill_tree "$child"; done
  kill -KILL "$1" 2>/dev/null || true
}

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
